import { useRoute } from 'preact-iso'
import { ImportsDocument, ImportTargetsDocument, type ImportFilter, type ImportsQuery } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { download } from '../../../lib/csv.ts'
import { count } from '../../../lib/format.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { may } from '../../../lib/session.ts'
import { More } from '../../../list/more.tsx'
import { type Listed, usePages } from '../../../list/pages.ts'
import { recordAddress } from '../entries.ts'
import { Frame } from '../frame.tsx'
import { Progress, usePoll } from '../progress.tsx'
import { ImportPage } from './import.tsx'
import { NewImport } from './new-import.tsx'
import { templateOf, templateWords, type Template } from './templates.ts'
import { isWorking, stateText, type Line } from './words.ts'

const listed: Listed<ImportsQuery, ImportFilter, Line> = { document: ImportsDocument, of: (answer) => answer.imports }
const wanted = { filter: {}, sort: 'createdAtDesc' } as const

// Imports are the files that became records, one of them, or new ones.
export function Imports() {
  const id = useRoute().params['id']
  return (
    <Frame part="imports" title="Imports">
      {id === 'new' ? <NewImport /> : id ? <ImportPage id={id} /> : <List />}
    </Frame>
  )
}

// ImportStatus is where an import stands, and how far it is.
export function ImportStatus({ of }: { of: Pick<Line, 'state' | 'releasedAt' | 'rows' | 'done'> }) {
  const text = stateText(of)
  if (isWorking(of)) return <Progress what={text} done={of.done} total={of.rows} noun="rows" />
  const tone = of.state === 'failed' ? 'bad' : of.state === 'committed' && of.releasedAt ? 'good' : of.state === 'reverted' ? undefined : 'warn'
  return <Status text={text} tone={tone} />
}

function List() {
  const pages = usePages(listed, wanted)
  const { query, rows, total } = pages
  usePoll(query, rows.some(isWorking))
  return (
    <>
      <div class="head">
        <h1>Imports</h1>
        {query.data !== undefined && <Total value={total} one="import" />}
        <Since query={query} />
      </div>
      <p class="quiet">
        An import makes records of CSV and Excel files. It is tried first, and you see what it would do; what it writes is on hold until it is released.
      </p>
      {may('CHANGE_RECORDS') && (
        <p>
          <Link to={recordAddress('imports', 'new')} class="button">
            New import
          </Link>
        </p>
      )}
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.data && query.loading && <Loading what="the imports" />}
      {query.data !== undefined && (
        <section class="card" aria-label="What was imported">
          {rows.length > 0 ? (
            <Table caption="Imports" columns={columns} rows={rows} rowKey={({ id }) => id} onOpen={({ id }) => go(recordAddress('imports', id))} />
          ) : (
            <Empty>Nothing was imported into this portfolio yet.</Empty>
          )}
          <More pages={pages} />
        </section>
      )}
      <Templates />
    </>
  )
}

const columns: Column<Line>[] = [
  {
    key: 'files',
    title: 'Files',
    cell: (row) => (
      <>
        <Link to={recordAddress('imports', row.id)}>{row.name ?? row.files[0]?.fileName}</Link>
        {(row.name || row.files.length > 1) && <span class="of">{row.files.map(({ fileName }) => fileName).join(', ')}</span>}
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (row) => <ImportStatus of={row} /> },
  { key: 'new', title: 'New', numeric: true, cell: ({ counts }) => counts && count(counts.create) },
  { key: 'changed', title: 'Changed', numeric: true, cell: ({ counts }) => counts && count(counts.change) },
  { key: 'refused', title: 'Refused', numeric: true, cell: ({ counts }) => counts && <span class={counts.refused > 0 ? 'bad' : undefined}>{count(counts.refused)}</span> },
  {
    key: 'begun',
    title: 'Begun',
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time value={createdAt} />
        <span class="of">{createdBy.name}</span>
      </>
    ),
  },
]

function Templates() {
  const query = useQuery(ImportTargetsDocument, {})
  const targets = query.data?.importTargets
  return (
    <section class="card" aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      <p class="quiet">
        A heading and an example row each, as CSV. Your own headings will do as well: you say what each column is, once. A row is a loan, an insured, an asset,
        a policy, or all of them.
      </p>
      {!targets && (query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the templates" />)}
      <p class="row">
        {targets &&
          (Object.keys(templateWords) as Template[]).map((kind) => (
            <button key={kind} type="button" onClick={() => download(`${kind}.csv`, templateOf(kind, targets))}>
              {templateWords[kind]}
            </button>
          ))}
      </p>
    </section>
  )
}
