import { useRoute } from 'preact-iso'
import { useMemo, useState } from 'preact/hooks'
import { CaseToInsureDocument, CorrectPolicyDocument, PolicyChoicesDocument, PolicyToCorrectDocument, type PolicyChoicesQuery } from '../../gql/graphql.ts'
import { go, href, portfolioOfAddress } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Empty, Link, Loading, Problem } from '../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import type { CaseFacts } from './add-policy.tsx'
import { changesOf, type Known } from './policy-draft.ts'
import { PolicyForm } from './policy-form.tsx'
import { draftOf, keepsDeductibles, type Recorded } from './recorded.ts'
import { Restored } from '../../lib/restored.tsx'
import { VerdictBeside } from './verdict-beside.tsx'

// CorrectPolicy changes what is recorded of a policy's present term: a correction, which is a version of its own.
export function CorrectPolicy() {
  const id = useRoute().params['id'] ?? ''
  const policy = useQuery(PolicyToCorrectDocument, { id })
  const choices = useQuery(PolicyChoicesDocument, {})
  const facts = useQuery(CaseToInsureDocument, { id: policy.data?.policy?.caseId ?? id })
  const failed = [policy, choices, facts].find(({ error }) => error)
  useTitle('Correct a policy')
  if (!mayWrite()) return <Empty>Your role reads only. Ask somebody who may write to correct the policy.</Empty>
  if (failed && !(policy.data && choices.data && facts.data)) return <Problem refusal={failed.error!} retry={() => void failed.reload()} />
  if (policy.data && !policy.data.policy) return <Empty>There is no such policy in this portfolio.</Empty>
  if (!policy.data?.policy || !choices.data || !facts.data?.case) return <Loading what="the policy" />
  return <Correcting policy={policy.data.policy} choices={choices.data} facts={facts.data.case} />
}

function Correcting({ policy, choices, facts }: { policy: Recorded; choices: PolicyChoicesQuery; facts: CaseFacts }) {
  const known: Known = { coverages: choices.coverageTypes.nodes, assets: facts.assets, isFramework: facts.riskProfile !== null }
  const recorded = useMemo(() => draftOf(policy, facts.assets), [policy])
  const draft = useDraft(`correction ${policy.currentVersionId}`, recorded)
  const { write, busy } = useWrite(CorrectPolicyDocument)
  const [refusal, setRefusal] = useState<Refusal>()
  const input = withCarrier(policy, changesOf(recorded, draft.value, known))
  const name = policy.policyNumber ?? policy.displayName
  const back = href(portfolioOfAddress() ?? '', 'policies', policy.id)
  async function save() {
    setRefusal(undefined)
    try {
      if (Object.keys(input).length > 0) await write({ id: policy.id, input })
      draft.clear()
      go(back)
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  return (
    <article class="stack">
      <div class="head">
        <h1>Correct policy {name}</h1>
        <Link to={back}>Back to the policy</Link>
      </div>
      <p class="note">
        A correction says what term {policy.termNumber} has said all along: it becomes a version of this term, and the one before stays in its
        history. A renewal is a new term: <Link to={href(portfolioOfAddress() ?? '', 'cases', policy.caseId)}>record it on the case</Link>.
        {keepsDeductibles(policy) && ' Its deductibles differ by peril and stay as they are, unless you type one here.'}
      </p>
      <div class="columns beside">
        <PolicyForm
          draft={draft}
          known={known}
          choices={choices}
          facts={facts}
          refusal={refusal}
          busy={busy}
          action="Save the correction"
          begins="limit"
          onSave={save}
          first={<Restored draft={draft} what="this correction" />}
        />
        <aside class="stack">
          <VerdictBeside input={{ update: { id: policy.id, input } }} ready={Object.keys(input).length > 0} waiting="Change something" />
        </aside>
      </div>
    </article>
  )
}

// withCarrier keeps what the form does not show of the carrier: the ratings of other agencies.
function withCarrier(policy: Recorded, input: ReturnType<typeof changesOf>): ReturnType<typeof changesOf> {
  const before = policy.carrier
  if (!input.carrier || !before) return input
  const others = before.ratings?.filter(({ agency }) => agency !== 'AM_BEST')
  return {
    ...input,
    carrier: {
      ...input.carrier,
      ...(others && others.length > 0 && { ratings: others.map(({ agency, rating, size }) => ({ agency, rating, ...(size && { size }) })) }),
    },
  }
}
