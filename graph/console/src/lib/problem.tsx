import { timeOfDay } from './format.ts'
import type { Refusal } from './graphql.ts'
import { connected } from './state.ts'
import { placeText } from './trail.ts'

// Since says when what is shown was true: quietly, or as a warning when it could not be read again.
export function Since({ query }: { query: { data?: unknown; since: Date; stale: boolean; loading: boolean; error?: Refusal; reload(): Promise<void> } }) {
  if (query.data === undefined) return null
  const asOf = timeOfDay(query.since)
  if (!query.stale) return <span class="since quiet">As of {asOf}</span>
  return (
    <span class="since warn" role="status">
      Shown as of {asOf}; {connected.value ? `reading it again failed: ${query.error?.message ?? ''}` : 'connection lost'}{' '}
      <button type="button" onClick={() => void query.reload()} disabled={query.loading}>
        Try again
      </button>
    </span>
  )
}

// What to do about a refusal, where the code says it.
const remedies: Record<string, string> = {
  network: 'Check your connection. The page tries again automatically.',
  not_found: 'It does not exist in this portfolio. Check the address, or look it up in the other portfolios.',
  rate_limited: 'There were too many requests. Wait a minute, then try again.',
  overloaded: 'The server is busy. Wait a little, then try again.',
  unavailable: 'The server cannot reach its database. Wait a little, then try again.',
}

// Problem says what went wrong and what to do, with the request's id to quote.
export function Problem({ refusal, retry }: { refusal: Refusal; retry?: (() => void) | undefined }) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{refusal.message}</strong> {remedies[refusal.code]}
      </p>
      <Violations refusal={refusal} />
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
      {refusal.requestId && (
        <p class="quiet">
          Quote this when you ask for help: <code>{refusal.requestId}</code>
        </p>
      )}
    </div>
  )
}

// A single violation is the message already.
function Violations({ refusal }: { refusal: Refusal }) {
  if (refusal.violations.every(({ message }) => message === refusal.message)) return null
  return (
    <ul>
      {refusal.violations.map(({ pointer, message }) => (
        <li key={pointer + message}>
          {message} <span class="quiet">{placeText(pointer)}</span>
        </li>
      ))}
    </ul>
  )
}
