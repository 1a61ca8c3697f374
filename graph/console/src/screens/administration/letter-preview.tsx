import { useState } from 'preact/hooks'
import type { RenewalStep } from '../../gql/enums.ts'
import { LetterPoliciesDocument, PreviewWordingDocument, type LetterPoliciesQuery } from '../../gql/graphql.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Empty, Field, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery, useTried } from '../../lib/query.ts'
import type { Wording } from './letter.tsx'

type Policy = LetterPoliciesQuery['policies']['nodes'][number]

// So long after the last key the letter is written anew.
const pause = 400

// LetterPreview is the letter as it would go out for a policy of the portfolio today. Nothing is sent or recorded.
export function LetterPreview({ step, wording }: { step: RenewalStep; wording: Wording }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Policy>()
  const q = text.trim()
  const query = useQuery(LetterPoliciesDocument, { filter: q ? { q } : {} })
  const found = query.data?.policies.nodes ?? []
  const policy = chosen ?? found[0]
  return (
    <section class="card" aria-labelledby="preview">
      <h2 id="preview">The letter as it would be</h2>
      <Field label="For the policy" hint={policy && `Shown for ${nameOf(policy)}`}>
        <input
          type="search"
          autocomplete="off"
          placeholder="Number or name of another policy"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setChosen(undefined)
          }}
        />
      </Field>
      {q && (
        <ul class="plain row offers" aria-label="Policies that were found">
          {found.slice(0, 5).map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={one === policy} onClick={() => setChosen(one)}>
                {nameOf(one)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {query.data && !policy && <Empty>{q ? 'No policy matches.' : 'There is no policy in this portfolio yet to try it on.'}</Empty>}
      {policy && <Written policy={policy.id} step={step} wording={wording} />}
    </section>
  )
}

const nameOf = (policy: Policy) => `${policy.displayName}${policy.policyNumber ? `, ${policy.policyNumber}` : ''} of ${policy.case.displayName}`

function Written({ policy, step, wording: { subject, body } }: { policy: string; step: RenewalStep; wording: Wording }) {
  const { data, refusal, busy } = useTried(PreviewWordingDocument, { input: { policyId: policy, step, subject, body } }, pause)
  const letter = data?.previewLetterTemplate
  if (refusal && !letter) return <NotYet refusal={refusal} />
  if (!letter) return <Loading what="the letter" />
  return (
    <div class="letter" aria-busy={busy}>
      {refusal && <NotYet refusal={refusal} />}
      <p class={refusal ? 'quiet' : undefined}>
        <strong>{letter.subject}</strong>
      </p>
      <pre tabIndex={0} aria-label="The letter’s text" class={refusal ? 'quiet' : undefined}>
        {letter.text}
      </pre>
      <p class="quiet">The letter that is sent has a link for handing in evidence, and the same as HTML.</p>
    </div>
  )
}

// NotYet says why there is no letter of what is typed now.
function NotYet({ refusal }: { refusal: Refusal }) {
  const all = refusal.violations.length > 0 ? refusal.violations.map(({ message }) => message) : [refusal.message]
  return (
    <div class="note" role="status">
      <p>No letter can be written with this wording:</p>
      <ul>
        {all.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
