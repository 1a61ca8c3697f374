import { ExportDocument, type ExportQuery } from '../../../gql/graphql.ts'
import { count } from '../../../lib/format.ts'
import { Day, Empty, Link, Loading, Problem, Since, Table, Time, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { here } from '../../case/upload.ts'
import { addressOf, recordAddress } from '../entries.ts'
import { usePoll } from '../progress.tsx'
import { sized } from '../quotas.tsx'
import { Copied } from './copied.tsx'
import { ExportStatus, isMade } from './exports.tsx'
import { formatWords, nounsText, nounWords } from './what.tsx'

type Export = NonNullable<ExportQuery['export']>
type File = Export['files'][number]

export const listAddress = () => addressOf({ part: 'exports', screen: () => null })

// ExportPage is one export: how far it is, then its files and where the feed goes on from it.
export function ExportPage({ id }: { id: string }) {
  const query = useQuery(ExportDocument, { id })
  const found = query.data?.export
  usePoll(query, found ? isMade(found) : false)
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the export" />
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Exports</Link>
      </p>
      <div class="head">
        <h1>Export</h1>
        {found && <ExportStatus of={found} />}
        <Since query={query} />
      </div>
      {found ? <Shown export={found} /> : <Empty>There is no such export in this portfolio.</Empty>}
    </>
  )
}

function Shown({ export: it }: { export: Export }) {
  return (
    <>
      {it.state === 'failed' && (
        <div class="problem" role="alert">
          <p>
            <strong>It could not be made: {it.reason}</strong> No file of it is left. <Link to={recordAddress('exports', 'new')}>Ask for another one</Link>
          </p>
        </div>
      )}
      {isMade(it) && (
        <p class="note" role="status">
          The files are being made, whether this page is open or not. They are shown here once all are ready.
        </p>
      )}
      <section class="card" aria-label="The export">
        <Facts export={it} />
      </section>
      {it.state === 'done' && (
        <section class="card" aria-labelledby="files">
          <h2 id="files">Files</h2>
          <Table caption="Files of the export" columns={columns} rows={it.files} rowKey={({ name }) => name} />
        </section>
      )}
      {it.cursor && (
        <section class="card" aria-labelledby="cursor">
          <h2 id="cursor">Going on from here</h2>
          <p>
            Read the feed of events after this cursor (<code>GET /rest/events?after=…</code>): it has every change that these files lack, and none that
            they have.
          </p>
          <Copied label="Cursor of the feed" text={it.cursor} />
        </section>
      )}
    </>
  )
}

function Facts({ export: it }: { export: Export }) {
  return (
    <dl class="facts">
      <dt>Files</dt>
      <dd>{formatWords[it.format]}</dd>
      <dt>Has</dt>
      <dd>{nounsText(it.nouns)}</dd>
      {it.on && (
        <>
          <dt>As of the end of</dt>
          <dd>
            <Day value={it.on} />, as far as versions tell
          </dd>
        </>
      )}
      <dt>Asked for</dt>
      <dd>
        <Time value={it.createdAt} />
        {it.scheduleId && ', by a schedule'}
      </dd>
      {it.snapshotAt && (
        <>
          <dt>As it was at</dt>
          <dd>
            <Time value={it.snapshotAt} />
          </dd>
        </>
      )}
      {it.state === 'done' && (
        <>
          <dt>Records</dt>
          <dd>{count(it.records)}</dd>
          <dt>Kept until</dt>
          <dd>{it.expiresAt ? <Time value={it.expiresAt} /> : 'its schedule has made enough newer ones'}</dd>
        </>
      )}
    </dl>
  )
}

const others: Readonly<Record<string, string>> = { 'columns.csv': 'What each column means', 'export.json': 'The cursor, and how many records each file has' }

const columns: Column<File>[] = [
  {
    key: 'name',
    title: 'File',
    cell: ({ name, url }) => (
      <a href={here(url)} download={name}>
        {name}
      </a>
    ),
  },
  {
    key: 'noun',
    title: 'Has',
    cell: ({ name, noun, history }) => (
      <>
        {noun ? nounWords[noun] : others[name]}
        {history && <span class="of">{history}</span>}
      </>
    ),
  },
  { key: 'records', title: 'Records', numeric: true, cell: ({ noun, records }) => (noun ? count(records) : '') },
  { key: 'size', title: 'Size', numeric: true, cell: ({ size }) => sized(size) },
]
