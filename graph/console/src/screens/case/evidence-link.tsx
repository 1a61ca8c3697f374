import { useRef, useState } from 'preact/hooks'
import { LinksOfPolicyDocument, MakeEvidenceLinkDocument, RevokeEvidenceLinkDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { present } from '../../lib/format.ts'
import { ask } from '../../lib/graphql.ts'
import { Confirm, Day, Field, Problem, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { nameOf, type Policy } from './facts.ts'
import { useShown } from './shown.ts'

// EvidenceLink makes the address of a page on which a broker hands in evidence, and ends those that were made. The address is shown once:
// it is in its field alone, and nowhere in what the page keeps.
export function EvidenceLink({ policy }: { policy: Policy }) {
  const { changed } = useShown()
  const [step, setStep] = useState<'asking' | 'made'>()
  const address = useRef('')
  const field = useRef<HTMLInputElement>(null)
  async function make() {
    const { createEvidenceLink } = await ask(MakeEvidenceLinkDocument, { policy: policy.id }, { portfolio: portfolioOfAddress() })
    address.current = createEvidenceLink.url ?? ''
  }
  const shows = (input: HTMLInputElement | null) => {
    field.current = input
    if (input) input.value = address.current
  }
  const close = () => {
    address.current = ''
    setStep(undefined)
    changed('The link for evidence is made.')
  }
  return (
    <>
      <button type="button" onClick={() => setStep('asking')}>
        Link for evidence
      </button>
      {step === 'asking' && (
        <Confirm
          title={`Link for evidence of policy ${nameOf(policy)}`}
          action="Make a link"
          what={<p>Whoever has the link can hand in evidence for term {policy.termNumber}, for 60 days and without signing in. Nothing changes before you accept it.</p>}
          onConfirm={make}
          onClose={() => setStep(address.current ? 'made' : undefined)}
        >
          {() => <Made policy={policy} />}
        </Confirm>
      )}
      {step === 'made' && (
        <Confirm title="The link for evidence" action="Done" what={<p>Send it to the broker or the borrower. It is not shown again.</p>} onConfirm={async () => {}} onClose={close}>
          {() => (
            <>
              <Field label="Address">
                <input readOnly ref={shows} onFocus={(event) => event.currentTarget.select()} />
              </Field>
              <button type="button" onClick={() => void navigator.clipboard.writeText(field.current?.value ?? '')}>
                Copy
              </button>
            </>
          )}
        </Confirm>
      )}
    </>
  )
}

// Made are the links of the term that can still be used, each with a button that ends it.
function Made({ policy }: { policy: Policy }) {
  const links = useQuery(LinksOfPolicyDocument, { policy: policy.id })
  const revoke = useWrite(RevokeEvidenceLinkDocument)
  const now = present().toISOString()
  const usable = links.data?.evidenceLinks.nodes.filter((link) => link.termNumber === policy.termNumber && !link.revokedAt && link.expiresAt > now) ?? []
  const end = async (id: string) => {
    await revoke.write({ id }).catch(() => undefined)
    await links.reload()
  }
  if (links.error) return <Problem refusal={links.error} retry={() => void links.reload()} />
  if (usable.length === 0) return null
  return (
    <>
      <p>Links that can be used already:</p>
      <ul class="plain entries">
        {usable.map((link) => (
          <li key={link.id}>
            {link.noticeId ? 'In a letter of' : 'Made'} <Time value={link.createdAt} />, until <Day value={link.expiresAt} />{' '}
            <button type="button" class="link" disabled={revoke.busy} onClick={() => void end(link.id)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {revoke.error && <Problem refusal={revoke.error} />}
    </>
  )
}
