import { useRoute } from 'preact-iso'
import { AccountsDocument } from '../../gql/graphql.ts'
import { go, portfolioOfAddress } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../lib/parts.tsx'
import { portfolios } from '../../lib/portfolios.ts'
import { useQuery, type Query } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { modeWords, word } from '../../lib/words.ts'
import { accountsOf, mayText, stateOf, type Account, type Organization, type State } from './account.ts'
import { AccountPage } from './account-page.tsx'
import { NewAccount } from './new-account.tsx'
import { recordAddress } from './entries.ts'
import { Frame } from './frame.tsx'

const stateWords: Readonly<Record<State, string>> = { works: 'Works', soon: 'Expires soon', expired: 'Expired', revoked: 'Revoked' }
const tones = { works: 'good', soon: 'warn', expired: 'bad', revoked: undefined } as const

export function AccountStatus({ account }: { account: Account }) {
  const state = stateOf(account)
  return <Status text={stateWords[state]} tone={tones[state]} />
}

export const portfolioText = ({ mode }: Account) => (mode ? word(modeWords, mode) : '')

// Accounts are the service accounts of the lender's organizations, one of them, or a new one.
export function Accounts() {
  const { params } = useRoute()
  return (
    <Frame part="service-accounts" title="Service accounts">
      <Read id={params['id']} />
    </Frame>
  )
}

function Read({ id }: { id: string | undefined }) {
  const query = useQuery(AccountsDocument, {})
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the service accounts" />
  const lender = portfolios.value?.find((one) => one.id === portfolioOfAddress())?.lenderId
  const { accounts, organizations } = accountsOf(query.data, lender)
  if (id === 'new') return <NewAccount organizations={organizations} done={query.reload} />
  if (id) {
    const account = accounts.find((one) => one.id === id)
    if (!account) return <Empty>There is no such service account of this lender.</Empty>
    return <AccountPage account={account} organizations={organizations} query={query} />
  }
  return <List accounts={accounts} organizations={organizations} query={query} />
}

function List({ accounts, organizations, query }: { accounts: Account[]; organizations: Organization[]; query: Query<unknown> }) {
  return (
    <>
      <div class="head">
        <h1>Service accounts</h1>
        <Total value={accounts.length} one="account" />
        <Since query={query} />
      </div>
      <p class="quiet">A service account is a program that uses the API with a token. Each token opens the live or the test portfolio.</p>
      {may('ADMINISTER_TOKENS') && (
        <p>
          <Link to={recordAddress('service-accounts', 'new')} class="button">
            New service account
          </Link>
        </p>
      )}
      <section id="found" class="card" aria-busy={query.loading}>
        {accounts.length > 0 ? (
          <Table
            caption="Service accounts"
            columns={columns(organizations)}
            rows={accounts}
            rowKey={({ id }) => id}
            onOpen={({ id }) => go(recordAddress('service-accounts', id))}
          />
        ) : (
          <Empty>No program uses the API yet.</Empty>
        )}
      </section>
    </>
  )
}

function columns(organizations: Organization[]): Column<Account>[] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  return [
    {
      key: 'name',
      title: 'Name',
      cell: (row) => (
        <>
          <Link to={recordAddress('service-accounts', row.id)}>{row.name}</Link>
          {names.size > 1 && <span class="of">{names.get(row.organizationId!)}</span>}
        </>
      ),
    },
    { key: 'state', title: 'State', cell: (row) => <AccountStatus account={row} /> },
    { key: 'portfolio', title: 'Portfolio', cell: portfolioText },
    { key: 'may', title: 'May', cell: mayText },
    { key: 'used', title: 'Last used', cell: (row) => (row.lastUsedAt ? <Time value={row.lastUsedAt} /> : <span class="quiet">never</span>) },
    { key: 'expires', title: 'Expires', cell: (row) => (row.expiresAt ? <Time value={row.expiresAt} /> : 'never') },
  ]
}
