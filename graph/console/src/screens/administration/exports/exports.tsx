import { useRoute } from 'preact-iso'
import type { ExportState } from '../../../gql/enums.ts'
import { ExportsDocument, type ExportFilter, type ExportsQuery } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { count, day } from '../../../lib/format.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../../lib/parts.tsx'
import { More } from '../../../list/more.tsx'
import { type Listed, type Pages, usePages } from '../../../list/pages.ts'
import { recordAddress } from '../entries.ts'
import { Frame } from '../frame.tsx'
import { Progress, usePoll } from '../progress.tsx'
import { ExportPage } from './export.tsx'
import { NewExport } from './new-export.tsx'
import { NewSchedule } from './new-schedule.tsx'
import { Schedules } from './schedules.tsx'
import { formatWords, nounsText } from './what.tsx'

type Line = ExportsQuery['exports']['nodes'][number]

const listed: Listed<ExportsQuery, ExportFilter, Line> = { document: ExportsDocument, of: (answer) => answer.exports }
const wanted = { filter: {}, sort: 'createdAtDesc' } as const

export const isMade = ({ state }: Pick<Line, 'state'>) => state === 'queued' || state === 'running'

const stateWords: Readonly<Record<ExportState, string>> = { queued: 'Waiting', running: 'Being made', done: 'Ready', failed: 'Failed' }

// ExportStatus is where an export is, and how far.
export function ExportStatus({ of: { state, records, total } }: { of: Pick<Line, 'state' | 'records' | 'total'> }) {
  if (state === 'running') return <Progress what="Being made" done={records} total={total} noun="records" />
  return <Status text={stateWords[state]} tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : undefined} />
}

// Exports are what was taken out of the portfolio, one of them, or a new one.
export function Exports() {
  const id = useRoute().params['id']
  return (
    <Frame part="exports" title="Exports">
      {id === 'new' ? <NewExport /> : id === 'new-schedule' ? <NewSchedule /> : id ? <ExportPage id={id} /> : <List />}
    </Frame>
  )
}

function List() {
  const pages = usePages(listed, wanted)
  const { query, rows, total } = pages
  usePoll(query, rows.some(isMade))
  return (
    <>
      <div class="head">
        <h1>Exports</h1>
        {query.data !== undefined && <Total value={total} one="export" />}
        <Since query={query} />
      </div>
      <p class="quiet">An export takes the records out as files, all as they are at one moment. Its files are kept for a week.</p>
      <p>
        <Link to={recordAddress('exports', 'new')} class="button">
          New export
        </Link>
      </p>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.data && query.loading && <Loading what="the exports" />}
      {query.data !== undefined && <Found pages={pages} />}
      <Schedules />
    </>
  )
}

function Found({ pages }: { pages: Pages<Line> }) {
  return (
    <section class="card" aria-label="What was taken out">
      {pages.rows.length > 0 ? (
        <Table caption="Exports" columns={columns} rows={pages.rows} rowKey={({ id }) => id} onOpen={({ id }) => go(recordAddress('exports', id))} />
      ) : (
        <Empty>Nothing was taken out of this portfolio yet.</Empty>
      )}
      <More pages={pages} />
    </section>
  )
}

const columns: Column<Line>[] = [
  {
    key: 'at',
    title: 'Asked for',
    cell: (row) => (
      <>
        <Link to={recordAddress('exports', row.id)}>
          <Time value={row.createdAt} />
        </Link>
        {row.scheduleId && <span class="of">by a schedule</span>}
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (row) => <ExportStatus of={row} /> },
  { key: 'format', title: 'Files', cell: ({ format }) => formatWords[format] },
  {
    key: 'what',
    title: 'Has',
    cell: ({ nouns, on }) => (
      <>
        {nounsText(nouns)}
        {on && <span class="of">as of {day(on)}</span>}
      </>
    ),
  },
  { key: 'records', title: 'Records', numeric: true, cell: ({ state, records }) => (state === 'done' ? count(records) : '') },
]
