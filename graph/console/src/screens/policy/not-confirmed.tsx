import { useState } from 'preact/hooks'
import { ConfirmPolicyDocument, PolicyVersionDocument, type CarriedOverMember } from '../../gql/graphql.ts'
import { Confirm, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { carriedMemberWords, word } from '../../lib/words.ts'
import { AsBefore } from './as-before.tsx'
import { carriedOf } from './says.ts'
import { assetOf, type Policy } from './types.ts'

// NotConfirmed says what the term took over and nobody has confirmed, and lets it be confirmed.
export function NotConfirmed({ policy, reload }: { policy: Policy; reload(): Promise<void> }) {
  const [asking, setAsking] = useState(false)
  if (policy.carriedOver.length === 0) return null
  const names = policy.carriedOver.map((member) => word(carriedMemberWords, member).toLowerCase())
  return (
    <div class="row">
      <span>
        <span aria-hidden="true">?</span> Not confirmed since renewal: {names.join(', ')}.
      </span>
      {mayWrite() && policy.case.status !== 'closed' && (
        <button type="button" onClick={() => setAsking(true)}>
          Confirm
        </button>
      )}
      {asking && <Asked policy={policy} reload={reload} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Asked({ policy, reload, onClose }: { policy: Policy; reload(): Promise<void>; onClose(): void }) {
  const query = useQuery(PolicyVersionDocument, { id: policy.currentVersionId })
  const { write } = useWrite(ConfirmPolicyDocument)
  const [chosen, setChosen] = useState<CarriedOverMember[]>([])
  const version = query.data?.policyVersion
  const lines = version ? carriedOf(version, assetOf(policy)).filter(({ member }) => policy.carriedOver.includes(member)) : []
  const run = async () => {
    await write({ id: policy.id, input: { members: chosen } })
    await reload()
  }
  return (
    <Confirm
      title="Confirm what was taken over"
      what={<p>What you tick is recorded as confirmed for term {policy.termNumber}, in a version of its own.</p>}
      action="Confirm"
      onConfirm={run}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
          {!version && query.loading && <Loading what="the policy’s terms" />}
          {version && <AsBefore lines={lines} chosen={chosen} onChange={setChosen} />}
          {errorAt('members') && <p class="error">Tick at least one.</p>}
        </>
      )}
    </Confirm>
  )
}
