import { href, portfolioOfAddress } from '../../lib/address.ts'
import { limitOf, limitTerms, namesOf } from '../../lib/limits.ts'
import { Day, Empty, Link, Money, Status, Table, type Column } from '../../lib/parts.tsx'
import { cancellationWords, layerWords, policyStatusWords, renewalBlockWords, word } from '../../lib/words.ts'
import { Cut } from './cut.tsx'
import { cancelled, nameOf, type Policy } from './facts.ts'
import { PolicyActions } from './policy-actions.tsx'
import { useShown } from './shown.ts'

const columns: Column<Policy>[] = [
  { key: 'policy', title: 'Policy', cell: (policy) => <Name policy={policy} /> },
  { key: 'carrier', title: 'Carrier', cell: (policy) => <CarrierOf policy={policy} /> },
  { key: 'status', title: 'Status', cell: (policy) => <StatusOf policy={policy} /> },
  { key: 'term', title: 'Term', cell: (policy) => <Term policy={policy} /> },
  { key: 'limit', title: 'Limits', numeric: true, cell: (policy) => <Limits policy={policy} /> },
  { key: 'letters', title: 'Next letter', cell: (policy) => <NextLetter policy={policy} /> },
]

const actions: Column<Policy> = { key: 'actions', title: 'Actions', cell: (policy) => <PolicyActions policy={policy} /> }

// Policies are what insures the case, and what can be done with each.
export function Policies() {
  const { facts, mayChange } = useShown()
  return (
    <section class="card" aria-labelledby="policies">
      <header>
        <h2 id="policies">Policies</h2>
        {mayChange && facts.status !== 'DRAFT' && (
          <Link to={href(portfolioOfAddress() ?? '', 'new-case', { case: facts.id })} class="button">
            Add a policy
          </Link>
        )}
      </header>
      <Cut of={facts.policies} what="policies" />
      {facts.policies.length === 0 ? (
        <Empty>No policy is recorded for this case.</Empty>
      ) : (
        <Table
          caption="Policies of the case"
          columns={mayChange ? [...columns, actions] : columns}
          rows={facts.policies}
          rowKey={(policy) => policy.id}
        />
      )}
    </section>
  )
}

function Name({ policy }: { policy: Policy }) {
  const { mayChange } = useShown()
  return (
    <>
      <Link to={href(portfolioOfAddress() ?? '', 'policies', policy.id)}>{nameOf(policy)}</Link>
      {mayChange && (
        <>
          {' '}
          <Link to={href(portfolioOfAddress() ?? '', 'policies', policy.id, 'correct')} aria-label={`Correct policy ${nameOf(policy)}`}>
            Correct
          </Link>
        </>
      )}
      <div class="quiet">
        {policy.policyNumber && policy.displayName}
        {policy.coverageLayer && policy.coverageLayer !== 'primary' && ` (${word(layerWords, policy.coverageLayer).toLowerCase()})`}
      </div>
    </>
  )
}

function CarrierOf({ policy }: { policy: Policy }) {
  if (!policy.carrier) return <span class="quiet">not known</span>
  return (
    <>
      {policy.carrier.name}
      <div class="quiet">{policy.carrier.amBestRating ?? 'no rating'}</div>
    </>
  )
}

function StatusOf({ policy }: { policy: Policy }) {
  const end = cancelled(policy)
  const tone = policy.status === 'deactivated' ? 'bad' : policy.status === 'onHold' ? 'warn' : undefined
  return (
    <>
      <Status text={word(policyStatusWords, policy.status)} tone={tone} />
      {end && (
        <div>
          <Status text="Cancelled" tone="bad" /> from <Day value={end.effectiveDate} />
          <div class="quiet">{word(cancellationWords, end.reason)}</div>
        </div>
      )}
    </>
  )
}

function Term({ policy }: { policy: Policy }) {
  return (
    <>
      <Day value={policy.startDate} /> to <Day value={policy.endDate} />
      <div class="quiet">term {policy.termNumber}</div>
    </>
  )
}

function Limits({ policy }: { policy: Policy }) {
  const { facts } = useShown()
  if (policy.limits.length === 0) return <span class="quiet">–</span>
  const names = namesOf(policy, (id) => facts.assets.find((asset) => asset.id === id)?.displayName)
  return (
    <ul class="plain">
      {policy.limits.map((limit, i) => (
        <li key={i} title={limitOf(limit, names)}>
          {limit.amount ? <Money value={limit.amount} /> : limitTerms(limit).join(', ')}
        </li>
      ))}
    </ul>
  )
}

function NextLetter({ policy }: { policy: Policy }) {
  const { facts } = useShown()
  const { nextNoticeAt, blockedBy } = policy.renewal
  if (facts.status === 'closed') return <span class="quiet">none, the case is closed</span>
  if (nextNoticeAt) return <Day value={nextNoticeAt} />
  return <span class="quiet">{word(renewalBlockWords, blockedBy) || 'none'}</span>
}
