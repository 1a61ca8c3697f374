import { ProfileTrialDocument, type ProfileTrialQuery } from '../../gql/graphql.ts'
import { href, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { count, counted, money } from '../../lib/format.ts'
import { Empty, Link, Loading, Problem, Since, Table, Verdict, type Column } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'

type Tried = NonNullable<ProfileTrialQuery['riskProfileTrial']>
type Move = Tried['moves'][number]
type Change = Tried['changes'][number]

// Trial is the button that asks what the verdicts of the cases would be with this version. The address says whether it was.
export function Trial() {
  const isOpen = param('trial') !== ''
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setParams({ trial: isOpen ? null : 'yes' })}>
      {isOpen ? 'Close the trial' : 'Try it on your cases'}
    </button>
  )
}

// TrialResult is what the trial found. Nothing is written.
export const TrialResult = ({ id }: { id: string }) => (param('trial') !== '' ? <Result id={id} /> : null)

function Result({ id }: { id: string }) {
  const query = useQuery(ProfileTrialDocument, { id })
  const trial = query.data?.riskProfileTrial
  if (query.error && !trial) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!trial) return <Loading what="the verdicts with this version" />
  const { cases, moves, changes } = trial
  const changed = moves.filter(({ from, to }) => from !== to)
  const many = changed.reduce((sum, move) => sum + move.cases, 0)
  return (
    <section class="card trial" aria-labelledby="trial">
      <header>
        <h2 id="trial">The trial</h2>
        <Since query={query} />
      </header>
      {cases === 0 && <Empty>No case has a version of this risk profile, so there is nothing to try it on.</Empty>}
      {cases > 0 && (
        <p role="status">
          {many === 0
            ? `${counted(cases, 'case has', 'cases have')} a version of this profile, and no verdict would change.`
            : `The verdict of ${many === cases ? 'all' : count(many)} of ${counted(cases, 'case')} with a version of this profile would change.`}{' '}
          Nothing is saved by a trial.
        </p>
      )}
      {changed.length > 0 && <Table caption="Changes by verdict" columns={moveColumns} rows={changed} rowKey={({ from, to }) => from + to} dense />}
      {changes.length > 0 && <h3>Cases that would change</h3>}
      {changes.length > 0 && <Table caption="Cases that would change" columns={changeColumns} rows={changes} rowKey={({ caseId }) => caseId} dense />}
      {many > changes.length && <p class="quiet">The first {count(changes.length)} of them, the oldest first.</p>}
    </section>
  )
}

const moveColumns: Column<Move>[] = [
  {
    key: 'verdict',
    title: 'Today, and with it',
    cell: ({ from, to }) => (
      <span class="row">
        <Verdict value={from} /> <span class="quiet">then</span> <Verdict value={to} />
      </span>
    ),
  },
  { key: 'cases', title: 'Cases', cell: ({ cases }) => count(cases), numeric: true },
  { key: 'loans', title: 'Loans', cell: ({ loanAmounts }) => loanAmounts.map(money).join(', '), numeric: true },
]

const changeColumns: Column<Change>[] = [
  {
    key: 'case',
    title: 'Case',
    cell: (row) => (
      <>
        <Link to={href(portfolioOfAddress() ?? '', 'cases', row.caseId)}>{row.case.displayName}</Link>
        {row.case.loanNumber && row.case.loanNumber !== row.case.displayName && <span class="of">{row.case.loanNumber}</span>}
      </>
    ),
  },
  { key: 'from', title: 'Today', cell: ({ from }) => <Verdict value={from} /> },
  { key: 'to', title: 'With it', cell: ({ to }) => <Verdict value={to} /> },
]
