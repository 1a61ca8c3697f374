import { PoliciesDocument, type PoliciesQuery, type PolicyFilter } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { isoDate } from '../../lib/csv.ts'
import { day } from '../../lib/format.ts'
import { Day, Link, Status, type Column } from '../../lib/parts.tsx'
import { policyStatusWords, renewalBlockWords, word } from '../../lib/words.ts'
import type { Sheet } from '../../list/export.tsx'
import type { Listed } from '../../list/pages.ts'

export type Row = PoliciesQuery['policies']['nodes'][number]

export const listed: Listed<PoliciesQuery, PolicyFilter, Row> = { document: PoliciesDocument, of: (answer) => answer.policies }

const named = (row: Row) => row.policyNumber ?? 'Without a number'
const caseOf = (row: Row) => row.case.loanNumber ?? row.case.displayName

// next says when the next notice goes out, or why none will.
function next({ renewal }: Row): string {
  if (renewal.blockedBy) return word(renewalBlockWords, renewal.blockedBy)
  return renewal.nextNoticeAt ? day(renewal.nextNoticeAt) : 'None is planned'
}

export const columns: Column<Row>[] = [
  { key: 'end', title: 'Ends', sorts: ['endDate', 'endDateDesc'], cell: (row) => <Day value={row.endDate} distance /> },
  { key: 'policy', title: 'Policy', cell: (row) => <Policy row={row} /> },
  {
    key: 'case',
    title: 'Loan',
    cell: (row) => (
      <Link class="nowrap" to={href(portfolioOfAddress()!, 'cases', row.case.id)}>
        {caseOf(row)}
      </Link>
    ),
  },
  { key: 'carrier', title: 'Carrier', cell: (row) => row.carrier?.name },
  { key: 'start', title: 'Started', sorts: ['startDate', 'startDateDesc'], cell: (row) => <Day value={row.startDate} /> },
  {
    key: 'status',
    title: 'Status',
    cell: (row) => <Status text={word(policyStatusWords, row.status)} tone={row.status === 'onHold' ? 'warn' : undefined} />,
  },
  { key: 'next', title: 'Next notice', cell: (row) => next(row) },
]

function Policy({ row }: { row: Row }) {
  return (
    <>
      <Link to={href(portfolioOfAddress()!, 'policies', row.id)}>{named(row)}</Link>
      <div class="quiet">{row.displayName}</div>
    </>
  )
}

// sheet has what the list shows, and the ids, by which a colleague finds the policy and its case again.
export const sheet: Sheet<Row> = {
  heading: ['Ends', 'Policy number', 'Policy', 'Loan', 'Carrier', 'Started', 'Status', 'Next notice', 'Why no notice', 'Id', 'Id of the case'],
  row: (row) => [
    isoDate(row.endDate),
    row.policyNumber,
    row.displayName,
    caseOf(row),
    row.carrier?.name,
    isoDate(row.startDate),
    word(policyStatusWords, row.status),
    row.renewal.blockedBy ? '' : isoDate(row.renewal.nextNoticeAt),
    word(renewalBlockWords, row.renewal.blockedBy),
    row.id,
    row.case.id,
  ],
}
