import { WaiversDocument, type WaiverFilter, type WaiversQuery } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { isoDate, isoTime } from '../../lib/csv.ts'
import { Day, Link, Money, Status, Time, type Column } from '../../lib/parts.tsx'
import { waiverWords, word } from '../../lib/words.ts'
import type { Sheet } from '../../list/export.tsx'
import type { Listed } from '../../list/pages.ts'
import { DocumentButton } from '../case/document-button.tsx'
import { waiverName } from '../case/facts.ts'
import { reasonsText } from '../case/waiver.ts'

export type Row = WaiversQuery['waivers']['nodes'][number]

export const listed: Listed<WaiversQuery, WaiverFilter, Row> = { document: WaiversDocument, of: (answer) => answer.waivers }

const tones = { requested: 'warn', approved: 'good', rejected: undefined, revoked: undefined } as const

// columns are those of the list; by is who asked or decided, in words.
export const columns = (by: (id: string | null) => string): Column<Row>[] => [
  { key: 'what', title: 'Exception', cell: (row) => <What row={row} /> },
  { key: 'case', title: 'Case', cell: (row) => <CaseOf row={row} /> },
  { key: 'why', title: 'Why', cell: (row) => <Why row={row} /> },
  { key: 'until', title: 'Last day', cell: (row) => (row.expiresOn ? <Day value={row.expiresOn} distance /> : 'until revoked') },
  {
    key: 'asked',
    title: 'Asked for',
    cell: (row) => (
      <>
        <Time value={row.requestedAt} />
        <div class="quiet">{by(row.requestedBy).trim()}</div>
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (row) => <Status text={word(waiverWords, row.state)} tone={tones[row.state]} /> },
]

function What({ row }: { row: Row }) {
  return (
    <>
      <strong>{waiverName(row)}</strong>
      <div class="quiet">{reasonsText(row)}</div>
    </>
  )
}

function CaseOf({ row }: { row: Row }) {
  return (
    <>
      <Link to={href(portfolioOfAddress() ?? '', 'cases', row.case.id)}>{row.case.displayName}</Link>
      <div class="quiet">
        {row.case.loanNumber !== row.case.displayName && row.case.loanNumber && `${row.case.loanNumber} · `}
        <Money value={row.case.loanAmount} />
      </div>
    </>
  )
}

function Why({ row }: { row: Row }) {
  return (
    <>
      “{row.reason}” {row.document && <DocumentButton id={row.document.id} name={row.document.name} />}
    </>
  )
}

// sheet has what the list shows, and the ids, by which a colleague finds the waiver and its case again.
export const sheet: Sheet<Row> = {
  heading: ['Coverage', 'Asset', 'Reasons excepted', 'Loan number', 'Case', 'Why', 'Last day', 'Asked for', 'State', 'Decided', 'Id', 'Id of the case'],
  row: (row) => [
    row.coverageType.name,
    row.asset?.displayName,
    reasonsText(row),
    row.case.loanNumber,
    row.case.displayName,
    row.reason,
    isoDate(row.expiresOn),
    isoTime(row.requestedAt),
    word(waiverWords, row.state),
    isoTime(row.decidedAt),
    row.id,
    row.case.id,
  ],
}
