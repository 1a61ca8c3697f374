import { useRoute } from 'preact-iso'
import { SandboxesDocument, type SandboxedFragment } from '../../../gql/graphql.ts'
import { go, portfolioOfAddress } from '../../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { mayWrite } from '../../../lib/session.ts'
import { entered } from '../../../lib/state.ts'
import { word } from '../../../lib/words.ts'
import { recordAddress } from '../entries.ts'
import { Frame } from '../frame.tsx'
import { usePoll } from '../progress.tsx'
import { NewSandbox } from './new-sandbox.tsx'
import { SandboxPage } from './sandbox.tsx'
import { clockText, stateWords } from './words.ts'

// Sandboxes are the lender's books with clocks of their own, one of them, or a new one.
export function Sandboxes() {
  const id = useRoute().params['id']
  return (
    <Frame part="sandboxes" title="Sandboxes">
      {id === 'new' ? <NewSandbox /> : id ? <SandboxPage id={id} /> : <List />}
    </Frame>
  )
}

// ClockState is what the clock of a sandbox does.
export function ClockState({ of: { state } }: { of: Pick<SandboxedFragment, 'state'> }) {
  return <Status text={word(stateWords, state)} tone={state === 'failed' ? 'bad' : undefined} />
}

const columns: Column<SandboxedFragment>[] = [
  { key: 'name', title: 'Sandbox', cell: ({ id, name }) => <Link to={recordAddress('sandboxes', id)}>{name}</Link> },
  { key: 'clock', title: 'Its clock', cell: ({ now }) => clockText(now) },
  { key: 'state', title: 'State', cell: (row) => <ClockState of={row} /> },
  { key: 'until', title: 'Removed if unused until', cell: ({ expiresAt }) => <Time value={expiresAt} /> },
]

function List() {
  const query = useQuery(SandboxesDocument, {})
  const all = query.data?.sandboxes.nodes
  usePoll(query, all?.some(({ state }) => state === 'advancing') ?? false)
  if (!all) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the sandboxes" />
  return (
    <>
      <div class="head">
        <h1>Sandboxes</h1>
        <Total value={all.length} one="sandbox" many="sandboxes" />
        <Since query={query} />
      </div>
      <p class="quiet">
        A sandbox is a book to try things in. Its clock stands still until you move it: then letters, lapses and tasks of weeks happen in seconds. Nothing
        leaves it.
      </p>
      {mayWrite() && entered.value?.id !== portfolioOfAddress() && (
        <p>
          <Link to={recordAddress('sandboxes', 'new')} class="button">
            New sandbox
          </Link>
        </p>
      )}
      <section id="found" class="card" aria-busy={query.loading}>
        {all.length > 0 ? (
          <Table caption="Sandboxes" columns={columns} rows={all} rowKey={({ id }) => id} onOpen={({ id }) => go(recordAddress('sandboxes', id))} />
        ) : (
          <Empty>There is no sandbox yet.</Empty>
        )}
      </section>
    </>
  )
}
