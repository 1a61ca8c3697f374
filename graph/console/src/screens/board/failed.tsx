import type { BoardFailedQuery } from '../../gql/graphql.ts'
import { href } from '../../lib/address.ts'
import { Empty, Link, Time } from '../../lib/parts.tsx'
import type { Query } from '../../lib/query.ts'
import { stepWords, word } from '../../lib/words.ts'
import { failedNotices } from './links.ts'
import { Count, Part } from './parts.tsx'

// Failed has the notices that reached nobody: somebody was not told.
export function Failed({ portfolio, query }: { portfolio: string; query: Query<BoardFailedQuery> }) {
  const total = query.data?.renewalNotices.pageInfo.total ?? 0
  const aside = total > 0 && (
    <span class="bad">
      <Count value={total} to={failedNotices(portfolio)} of="failed notices" />
    </span>
  )
  return (
    <Part title="Failed notices" area="failed" what="failed notices" query={query} aside={aside}>
      {({ renewalNotices }) => (renewalNotices.nodes.length === 0 ? <Empty>Every notice reached somebody.</Empty> : <Latest portfolio={portfolio} notices={renewalNotices.nodes} />)}
    </Part>
  )
}

function Latest({ portfolio, notices }: { portfolio: string; notices: BoardFailedQuery['renewalNotices']['nodes'] }) {
  return (
    <ul class="lines">
      {notices.map((notice) => (
        <li key={notice.id}>
          {word(stepWords, notice.step)}{' '}
          {notice.policy && (
            <>
              for <Link to={href(portfolio, 'policies', notice.policy.id)}>{notice.policy.displayName}</Link>{' '}
            </>
          )}
          of{' '}
          <Link to={href(portfolio, 'cases', notice.case.id)}>{notice.case.displayName}</Link>
          <span class="quiet">
            {notice.skipReason && `: ${notice.skipReason}`} <Time value={notice.settledAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
