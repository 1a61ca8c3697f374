import { CasesDocument, type CaseFilter, type CasesQuery } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { isoDate } from '../../lib/csv.ts'
import { Day, Link, Money, Status, Verdict, type Column } from '../../lib/parts.tsx'
import { caseStatusWords, codeWords, matchWords, verdictWords, word } from '../../lib/words.ts'
import type { Sheet } from '../../list/export.tsx'
import type { Listed } from '../../list/pages.ts'
import { parts, some } from './found.ts'

export type Row = CasesQuery['cases']['nodes'][number]

export const listed: Listed<CasesQuery, CaseFilter, Row> = { document: CasesDocument, of: (answer) => answer.cases }

export const address = (id: string) => href(portfolioOfAddress()!, 'cases', id)

const reasons = ({ caseVerdict }: Row) => (caseVerdict?.codes ?? []).map((code) => word(codeWords, code))
const shortfalls = ({ caseVerdict }: Row) => (caseVerdict?.shortfalls ?? []).filter(({ amount }) => Number(amount) > 0)
// A case without a risk profile is filtered as one without requirements, so it is shown as one; a closed case has no
// verdict.
const verdict = ({ caseVerdict, status }: Row) => caseVerdict?.verdict ?? (status === 'closed' ? null : 'notApplicable')
const insureds = (row: Row) => row.insureds.map((insured) => insured.displayName)

// columns are those of the list; what was searched is marked.
export const columns = (q: string): Column<Row>[] => [
  { key: 'loan', title: 'Loan', sorts: ['loanNumber', 'loanNumberDesc'], cell: (row) => <Loan row={row} q={q} /> },
  { key: 'verdict', title: 'Verdict', cell: (row) => <Verdict value={verdict(row)} /> },
  { key: 'reasons', title: 'Why', cell: (row) => <span title={reasons(row).join(', ')}>{some(reasons(row))}</span> },
  {
    key: 'shortfall',
    title: 'Shortfall',
    numeric: true,
    cell: (row) => shortfalls(row).map((sum) => <Money key={sum.currency} value={sum} />),
  },
  { key: 'insured', title: 'Named insured', cell: (row) => <span title={insureds(row).join(', ')}>{some(insureds(row))}</span> },
  {
    key: 'amount',
    title: 'Loan amount',
    numeric: true,
    sorts: ['loanAmount', 'loanAmountDesc'],
    cell: (row) => <Money value={row.loanAmount} />,
  },
  { key: 'matures', title: 'Matures', sorts: ['maturityDate', 'maturityDateDesc'], cell: (row) => <Day value={row.maturityDate} /> },
  {
    key: 'status',
    title: 'Status',
    cell: (row) => <Status text={word(caseStatusWords, row.status)} tone={row.status === 'onHold' ? 'warn' : undefined} />,
  },
]

function Loan({ row, q }: { row: Row; q: string }) {
  const named = row.displayName !== row.loanNumber
  return (
    <>
      <Link to={address(row.id)}>{row.loanNumber ?? row.displayName}</Link>
      {named && row.loanNumber && <div class="quiet">{row.displayName}</div>}
      {row.matched && <Matched matched={row.matched} q={q} />}
    </>
  )
}

// Matched says where a search found the case, which is often something that the row does not show.
function Matched({ matched, q }: { matched: NonNullable<Row['matched']>; q: string }) {
  const [best, ...others] = matched
  if (!best) return null
  const [before, hit, after] = parts(best.text, q)
  return (
    <div class="quiet">
      Matched in: {word(matchWords, best.field)}, “{before}
      {hit && <mark>{hit}</mark>}
      {after}”{others.length > 0 && ` and ${others.length} more`}
    </div>
  )
}

// sheet has what the list shows, each amount beside its currency, and the id, by which a colleague finds the case
// again.
export const sheet: Sheet<Row> = {
  heading: ['Loan number', 'Case', 'Verdict', 'Why', 'Shortfall', 'Named insureds', 'Loan amount', 'Currency', 'Matures', 'Status', 'Id'],
  row: (row) => [
    row.loanNumber,
    row.displayName,
    word(verdictWords, verdict(row)),
    reasons(row).join('; '),
    shortfalls(row)
      .map(({ amount, currency }) => `${amount} ${currency}`)
      .join('; '),
    insureds(row).join('; '),
    row.loanAmount?.amount,
    row.loanAmount?.currency,
    isoDate(row.maturityDate),
    word(caseStatusWords, row.status),
    row.id,
  ],
}
