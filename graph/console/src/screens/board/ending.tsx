import { BoardEndingDocument, BoardWeeksDocument, type BoardEndingQuery, type BoardWeeksQuery } from '../../gql/graphql.ts'
import { href } from '../../lib/address.ts'
import { day, isoDay } from '../../lib/format.ts'
import { Day, Empty, Link, Money } from '../../lib/parts.tsx'
import { useQuery, type Query } from '../../lib/query.ts'
import { countedPolicies, policiesEnding } from './links.ts'
import { Count, Part } from './parts.tsx'
import type { Week } from './week.ts'
import { Weeks } from './weeks.tsx'

const status = countedPolicies
const weeks = 13

export function useEnding(): Query<BoardEndingQuery> {
  return useQuery(BoardEndingDocument, { status, d0: isoDay(), d15: isoDay(15), d30: isoDay(30), d60: isoDay(60), d90: isoDay(90) })
}

export function useWeeks(): Query<BoardWeeksQuery> {
  const days = Array.from({ length: weeks + 1 }, (_, week) => [`d${week}`, isoDay(7 * week)])
  return useQuery(BoardWeeksDocument, { status, ...Object.fromEntries(days) })
}

// Ending says how many policies end within 15, 30, 60 and 90 days, and draws a bar a week.
export function Ending({ portfolio, ending, weekly }: { portfolio: string; ending: Query<BoardEndingQuery>; weekly: Query<BoardWeeksQuery> }) {
  return (
    <Part title="Policies that end next" area="ending" what="what ends next" query={ending}>
      {(data) => (
        <>
          <Horizons portfolio={portfolio} data={data} />
          {weekly.data && <Weeks weeks={weeksOf(portfolio, weekly.data)} />}
        </>
      )}
    </Part>
  )
}

function Horizons({ portfolio, data }: { portfolio: string; data: BoardEndingQuery }) {
  const horizons = [
    { days: 15, total: data.in15.pageInfo.total },
    { days: 30, total: data.in30.pageInfo.total },
    { days: 60, total: data.in60.pageInfo.total },
    { days: 90, total: data.in90.pageInfo.total },
  ]
  return (
    <ul class="tiles">
      {horizons.map(({ days, total }) => (
        <li key={days}>
          <Count value={total} to={policiesEnding(portfolio, { from: 0, to: days })} of={`policies that end within ${days} days`} />
          <span class="quiet">within {days} days</span>
        </li>
      ))}
      <li class="over">
        <Count value={data.ended.pageInfo.total} to={policiesEnding(portfolio, { to: 0 })} of="policies that ended, non-renewed" />
        <span class="quiet">ended, non-renewed</span>
      </li>
    </ul>
  )
}

function weeksOf(portfolio: string, data: BoardWeeksQuery): Week[] {
  return Array.from({ length: weeks }, (_, week) => {
    const span = { from: 7 * week, to: 7 * week + 7 }
    const total = data[`w${week}` as keyof BoardWeeksQuery].pageInfo.total
    return { from: isoDay(span.from), last: isoDay(span.to - 1), total, to: policiesEnding(portfolio, span) }
  })
}

// NextToEnd is the list of the policies that end first.
export function NextToEnd({ portfolio, ending }: { portfolio: string; ending: Query<BoardEndingQuery> }) {
  return (
    <Part title="First to end" area="next" what="what ends first" query={ending} aside={<Link to={policiesEnding(portfolio, { from: 0 })}>All, by end date</Link>}>
      {({ next }) => (next.nodes.length === 0 ? <Empty>No policy ends from today on.</Empty> : <NextTable portfolio={portfolio} policies={next.nodes} />)}
    </Part>
  )
}

function NextTable({ portfolio, policies }: { portfolio: string; policies: BoardEndingQuery['next']['nodes'] }) {
  return (
    <div class="scroll">
      <table class="dense">
        <thead>
          <tr>
            <th scope="col">Ends</th>
            <th scope="col">Policy</th>
            <th scope="col">Case</th>
            <th scope="col" class="number">Loan</th>
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.id}>
              <td>
                <Day value={policy.endDate} />
              </td>
              <td>
                <Link to={href(portfolio, 'policies', policy.id)} title={`${policy.policyNumber ?? 'No number'}, ends ${day(policy.endDate)}`}>
                  {policy.displayName}
                </Link>
              </td>
              <td class="nowrap">
                <Link to={href(portfolio, 'cases', policy.case.id)}>{policy.case.displayName}</Link>
              </td>
              <td class="number">
                <Money value={policy.case.loanAmount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
