import { Problem } from '../lib/parts.tsx'
import { count } from '../lib/format.ts'
import type { Pages } from './pages.ts'

// More says how much of a list is shown, and reads on.
export function More<N>({ pages: { rows, total, more } }: { pages: Pages<N> }) {
  if (!more) return null
  return (
    <div class="more">
      <p class="quiet">
        {count(rows.length)} of {count(total)} shown
      </p>
      {more.error ? (
        <Problem refusal={more.error} retry={more.read} />
      ) : (
        <button type="button" onClick={more.read} disabled={more.busy}>
          {more.busy ? 'Reading…' : 'Show more'}
        </button>
      )}
    </div>
  )
}
