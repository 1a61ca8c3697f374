import { ProfilesDocument, type ProfilesQuery, type RiskProfileFilter } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../lib/parts.tsx'
import { may } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { More } from '../../list/more.tsx'
import { type Listed, usePages } from '../../list/pages.ts'
import { StartFrom } from './starter.tsx'

type Row = ProfilesQuery['riskProfiles']['nodes'][number]

const listed: Listed<ProfilesQuery, RiskProfileFilter, Row> = { document: ProfilesDocument, of: (answer) => answer.riskProfiles }

// stateOf is where a version of a profile is.
export function stateOf({ isPublished, isLatestVersion }: { isPublished: boolean; isLatestVersion: boolean }) {
  if (!isPublished) return <Status text="Draft" tone="warn" />
  return isLatestVersion ? <Status text="Published" tone="good" /> : <Status text="Superseded" />
}

const columns: Column<Row>[] = [
  { key: 'name', title: 'Risk profile', cell: (row) => <Link to={href(portfolioOfAddress() ?? '', 'profiles', row.id)}>{row.name}</Link> },
  { key: 'version', title: 'Version', cell: (row) => row.version, numeric: true },
  { key: 'state', title: 'State', cell: stateOf },
  { key: 'requirements', title: 'Requirements', cell: (row) => row.requirements.length, numeric: true },
  { key: 'updated', title: 'Last changed', cell: (row) => <Time value={row.updatedAt} /> },
]

// Profiles are the risk profiles of a portfolio, each version a line.
export function Profiles() {
  useTitle('Risk profiles')
  const pages = usePages(listed, { filter: {} })
  const { query, rows, total } = pages
  return (
    <>
      <div class="head">
        <h1>Risk profiles</h1>
        {query.data !== undefined && <Total value={total} one="version" />}
        <Since query={query} />
        {may('SET_REQUIREMENTS') && <StartFrom />}
      </div>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.data && query.loading && <Loading what="risk profiles" />}
      {query.data !== undefined && (
        <section id="found" class="card" aria-busy={query.loading}>
          {rows.length > 0 ? (
            <Table caption="Risk profiles" columns={columns} rows={rows} rowKey={(row) => row.id} />
          ) : (
            <Empty>There is no risk profile yet.</Empty>
          )}
          <More pages={pages} />
        </section>
      )}
    </>
  )
}
