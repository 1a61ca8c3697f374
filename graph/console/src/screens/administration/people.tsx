import { useRoute } from 'preact-iso'
import type { PersonState } from '../../gql/enums.ts'
import { PeopleDocument, type PeopleQuery } from '../../gql/graphql.ts'
import { go, list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { count } from '../../lib/format.ts'
import { Pages, usePages } from '../../lib/pages.tsx'
import { Chips, Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../lib/parts.tsx'
import { portfolios } from '../../lib/portfolios.ts'
import { useQuery } from '../../lib/query.ts'
import { Search } from '../../lib/search.tsx'
import { roleWords, word } from '../../lib/words.ts'
import { recordAddress } from './entries.ts'
import { Frame } from './frame.tsx'
import { PersonPage } from './person.tsx'

type Row = PeopleQuery['people']['nodes'][number]

export const stateWords: Readonly<Record<PersonState, string>> = { active: 'Active', suspended: 'Suspended' }
const states = (Object.keys(stateWords) as PersonState[]).map((value) => ({ value, label: stateWords[value] }))

export const rolesText = (roles: Row['roles']) => roles.map((role) => word(roleWords, role)).join(', ')

// providerText is who says who somebody is: the host of the provider, and its path where several share one.
export const providerText = (issuer: string) => issuer.replace(/^https?:\/\//, '').replace(/\/$/, '')

export function PersonStatus({ state }: { state: PersonState }) {
  return <Status text={stateWords[state]} tone={state === 'active' ? 'good' : 'bad'} />
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: (row) => (
      <>
        <Link to={recordAddress('people', row.id)}>{row.name}</Link>
        {row.email && <span class="of">{row.email}</span>}
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (row) => <PersonStatus state={row.state} /> },
  { key: 'roles', title: 'Roles', cell: (row) => rolesText(row.roles) || <span class="quiet">none</span> },
  { key: 'seen', title: 'Last signed in', cell: (row) => (row.lastSeenAt ? <Time value={row.lastSeenAt} /> : <span class="quiet">never</span>) },
  { key: 'tasks', title: 'Open tasks', cell: (row) => count(row.openTasks), numeric: true },
  { key: 'user', title: 'User here', cell: (row) => row.user?.displayName ?? <span class="quiet">none</span> },
  { key: 'provider', title: 'Signs in with', cell: (row) => providerText(row.issuer) },
]

// People are those of the lender who have signed in, or one of them.
export function People() {
  const { params } = useRoute()
  return (
    <Frame part="people" title="People">
      {params['id'] ? <PersonPage id={params['id']} /> : <Everybody />}
    </Frame>
  )
}

function Everybody() {
  const q = param('q').trim()
  const state = list('state').filter((one): one is PersonState => one in stateWords)
  const lender = portfolios.value?.find(({ id }) => id === portfolioOfAddress())?.lenderId ?? null
  const paging = usePages(JSON.stringify([q, state]))
  const offset = Number(paging.after ?? 0)
  const query = useQuery(PeopleDocument, { lender, q: q || null, state: state.length > 0 ? state : null, offset })
  const page = query.data?.people
  return (
    <>
      <div class="head">
        <h1>People</h1>
        {page && <Total value={page.totalCount} one="person" many="people" />}
        <Since query={query} />
      </div>
      <p class="quiet">
        Somebody appears here when they sign in for the first time. Their roles come from your company’s provider, at each sign-in, and are
        changed there.
      </p>
      <div class="toolbar">
        <Search label="Search the people" list="people" placeholder="Name or e-mail address" searched={(q) => ({ q })} />
        <Chips label="State" choices={states} chosen={state} onChange={(chosen) => setParams({ state: chosen })} />
      </div>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!page && query.loading && <Loading what="people" />}
      {page && (
        <section id="people" class="card" aria-busy={query.loading}>
          {page.nodes.length > 0 ? (
            <Table caption="People" columns={columns} rows={page.nodes} rowKey={({ id }) => id} onOpen={({ id }) => go(recordAddress('people', id))} />
          ) : (
            <Empty>{q || state.length > 0 ? 'Nobody matches.' : 'Nobody has signed in yet.'}</Empty>
          )}
          <Pages paging={paging} size={50} rows={page.nodes.length} total={page.totalCount} next={String(offset + 50)} />
        </section>
      )}
    </>
  )
}
