import { useEffect } from 'preact/hooks'
import { count } from '../../lib/format.ts'
import type { Query } from '../../lib/query.ts'

// usePoll reads again every other second while something is under way; else every ten minutes, so that links do not expire.
export function usePoll(query: Query<unknown>, isUnderWay: boolean) {
  const wait = isUnderWay ? 2_000 : 600_000
  useEffect(() => {
    if (query.loading) return
    const timer = setTimeout(() => void query.reload(), wait)
    return () => clearTimeout(timer)
  }, [query.since, query.loading, wait])
}

// Progress says how far long work is. Without a total it only moves.
export function Progress({ what, done, total, noun }: { what: string; done: number; total: number | null; noun: string }) {
  return (
    <span class="row">
      <progress aria-label={what} {...(total && { value: Math.min(done, total), max: total })} />
      <span>{total ? `${count(Math.min(done, total))} of ${count(total)} ${noun}` : what}</span>
    </span>
  )
}
