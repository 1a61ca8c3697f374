import { useEffect, useRef } from 'preact/hooks'
import { count } from '../../lib/format.ts'
import type { Query } from '../../lib/query.ts'

// usePoll reads again while something is under way: at first soon, then less often, every other second at last. Else it reads every ten minutes,
// so that links do not expire.
export function usePoll(query: Query<unknown>, isUnderWay: boolean) {
  const began = useRef<number>(undefined)
  began.current = isUnderWay ? (began.current ?? Date.now()) : undefined
  useEffect(() => {
    if (query.loading) return
    const wait = began.current ? Math.min(2_000, 250 + (Date.now() - began.current) / 4) : 600_000
    const timer = setTimeout(() => void query.reload(), wait)
    return () => clearTimeout(timer)
  }, [query.since, query.loading, isUnderWay])
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
