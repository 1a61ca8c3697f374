import { useState } from 'preact/hooks'
import { ImportDocument } from '../../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../../lib/address.ts'
import { count, counted } from '../../../lib/format.ts'
import { Empty, Link, Loading, Problem, Since, Table, Time, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { may } from '../../../lib/session.ts'
import { recordAddress } from '../entries.ts'
import { usePoll } from '../progress.tsx'
import { sized } from '../quotas.tsx'
import { Columns } from './columns.tsx'
import { ImportStatus } from './imports.tsx'
import { Commit, Release, Revert } from './moves.tsx'
import { Outcome } from './outcome.tsx'
import { Rows } from './rows.tsx'
import { isWorking, listAddress, nounOf, type Import } from './words.ts'

// ImportPage is one import, from its columns to its release: what it would do, did, and what can be done with it now.
export function ImportPage({ id }: { id: string }) {
  const query = useQuery(ImportDocument, { id })
  const [done, setDone] = useState('')
  const found = query.data?.import
  usePoll(query, found ? isWorking(found) : false)
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the import" />
  const tell = async (words: string) => {
    setDone(words)
    await query.reload()
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Imports</Link>
      </p>
      <div class="head">
        <h1>{found ? (found.name ?? found.files[0]?.fileName ?? 'Import') : 'Import'}</h1>
        {found && <ImportStatus of={found} />}
        <Since query={query} />
      </div>
      <p class="done" role="status">
        {done}
      </p>
      {found ? <Shown of={found} done={tell} /> : <Empty>There is no such import in this portfolio.</Empty>}
    </>
  )
}

const working: Readonly<Record<string, string>> = {
  uploaded: 'The files are being read. Then you see what each column is taken for.',
  checking: 'Each row is tried, and nothing is written.',
  committing: 'The rows are being written. What comes in is on hold.',
  releasing: 'What came in is being released.',
  reverting: 'What the import wrote is being undone.',
}

export interface PartProps {
  of: Import
  done(words: string): Promise<void>
}

function Shown({ of, done }: PartProps) {
  const mayMap = may('CHANGE_RECORDS') && (of.state === 'mapping' || of.state === 'checked')
  return (
    <>
      {working[of.state] && (
        <p class="note" role="status">
          {working[of.state]} It goes on whether this page is open or not.
        </p>
      )}
      {of.state === 'failed' && <Failed of={of} />}
      {of.state === 'checked' && <Commit of={of} done={done} />}
      {of.state === 'committed' && !of.releasedAt && <Release of={of} done={done} />}
      {of.state === 'reverted' && <Undone of={of} />}
      <Outcome of={of} />
      {of.counts && <Rows key={of.state} of={of} counts={of.counts} />}
      {mayMap && of.state === 'mapping' && <Columns of={of} done={done} />}
      {mayMap && of.state === 'checked' && (
        <details class="again">
          <summary>Change what the columns are, and try it again</summary>
          <Columns of={of} done={done} />
        </details>
      )}
      <Files of={of} />
      {of.state === 'committed' && <Revert of={of} done={done} />}
    </>
  )
}

function Failed({ of }: { of: Import }) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{of.failure}</strong> {of.committedAt ? '' : 'Nothing was written. '}Correct the file and <Link to={recordAddress('imports', 'new')}>import it again</Link>.
      </p>
    </div>
  )
}

function Files({ of }: { of: Import }) {
  return (
    <section class="card" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <Table caption="Files of the import" columns={fileColumns} rows={of.files} rowKey={({ fileName }) => fileName} dense />
      <p class="quiet">
        Begun <Time value={of.createdAt} /> by {of.createdBy.name}
        {of.committedAt && (
          <>
            , written <Time value={of.committedAt} />
          </>
        )}
        {of.releasedAt && (
          <>
            , released <Time value={of.releasedAt} />
          </>
        )}
        .{of.mapping && ` The columns are as in “${of.mapping}”.`}
        {of.complete && ' The files have the whole book.'}
      </p>
    </section>
  )
}

const fileColumns: Column<Import['files'][number]>[] = [
  { key: 'name', title: 'File', cell: ({ fileName }) => fileName },
  { key: 'rows', title: 'Rows', numeric: true, cell: ({ rows }) => count(rows) },
  { key: 'skipped', title: 'Passed over', numeric: true, cell: ({ skipped }) => count(skipped) },
  { key: 'size', title: 'Size', numeric: true, cell: ({ size }) => sized(size) },
]

// Undone says what a reversal left as it is.
function Undone({ of }: { of: Import }) {
  return (
    <section class="card" aria-labelledby="left">
      <h2 id="left">What was left</h2>
      {of.left.length === 0 ? (
        <Empty>All that the import wrote is undone.</Empty>
      ) : (
        <>
          <p>{counted(of.left.length, 'record was', 'records were')} left as they are, each for its reason. Everything else is undone.</p>
          <Table caption="Records that were left" columns={leftColumns} rows={of.left} rowKey={({ id }) => id} dense />
        </>
      )}
    </section>
  )
}

// addressOfRecord is where the console shows what an import made or changed; undefined where it has no page of its own.
export function addressOfRecord(noun: string, id: string): string | undefined {
  const place = { case: 'cases', policy: 'policies' }[noun]
  return place && href(portfolioOfAddress() ?? '', place, id)
}

const leftColumns: Column<Import['left'][number]>[] = [
  { key: 'record', title: 'Record', cell: ({ noun, id }) => <Link to={addressOfRecord(noun, id) ?? href('look-up', { q: id })}>{nounOf(noun)}</Link> },
  { key: 'reason', title: 'Why', cell: ({ reason }) => reason },
]
