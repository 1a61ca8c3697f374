import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { BoardRowDocument, type BoardRowQuery } from '../../gql/graphql.ts'
import { isoDay } from '../../lib/format.ts'
import { ask, type Refusal } from '../../lib/graphql.ts'
import type { Portfolio } from '../../lib/portfolios.ts'
import { refusalOf, retryIn } from '../../lib/query.ts'
import { openTaskStates } from '../../lib/words.ts'
import { countedPolicies } from './links.ts'

// Row is what is known of a portfolio: nothing yet, its numbers, or why there are none.
export interface Row {
  portfolio: Portfolio
  data?: BoardRowQuery
  error?: Refusal
  since?: Date
}

// So many portfolios are read at a time: the server works for others too.
const atOnce = 3
const patience = 5

async function read(portfolio: string, signal: AbortSignal, tries = 0): Promise<BoardRowQuery> {
  const variables = { status: countedPolicies, state: [...openTaskStates], today: isoDay(), d0: isoDay(), d30: isoDay(30) }
  try {
    return await ask(BoardRowDocument, variables, { portfolio, signal })
  } catch (error) {
    const wait = refusalOf(error).retryAfter
    if (signal.aborted || !wait || tries >= patience) throw error
    await new Promise((wake) => setTimeout(wake, 1000 * wait))
    return read(portfolio, signal, tries + 1)
  }
}

export interface Overview {
  rows: ReadonlySignal<Row[]>
  left: ReadonlySignal<number>
  reload(which?: (row: Row) => boolean): Promise<void>
}

// useOverview reads portfolio after portfolio. What was read stays until it is read again.
export function useOverview(portfolios: readonly Portfolio[]): Overview {
  const rows = useSignal<Row[]>(portfolios.map((portfolio) => ({ portfolio })))
  const waiting = useSignal<Portfolio[]>([])
  const running = useSignal(0)
  const left = useComputed(() => waiting.value.length + running.value)
  const leave = useSignal(new AbortController())

  const put = (row: Row) => {
    rows.value = rows.value.map((old) => (old.portfolio.id === row.portfolio.id ? { ...(row.error && old), ...row } : old))
  }
  async function work() {
    const [portfolio, ...rest] = waiting.value
    if (!portfolio || leave.value.signal.aborted) return
    waiting.value = rest
    running.value++
    try {
      put({ portfolio, data: await read(portfolio.id, leave.value.signal), since: new Date() })
    } catch (error) {
      put({ portfolio, error: refusalOf(error) })
    }
    running.value--
    await work()
  }
  async function reload(which: (row: Row) => boolean = () => true) {
    const wanted = rows.value.filter(which).map(({ portfolio }) => portfolio)
    waiting.value = [...new Set([...waiting.value, ...wanted])]
    await Promise.all(Array.from({ length: atOnce - running.value }, work))
  }
  useEffect(() => {
    void reload()
    return () => leave.value.abort()
  }, [])
  useHeal(rows, left, reload)
  return { rows, left, reload }
}

// useHeal reads again what the connection, or the session, was lost for.
function useHeal(rows: ReadonlySignal<Row[]>, left: ReadonlySignal<number>, reload: Overview['reload']) {
  const isLost = (row: Row) => retryIn(row.error) !== undefined
  const wait = left.value > 0 ? undefined : retryIn(rows.value.find(isLost)?.error)
  useEffect(() => {
    if (wait === undefined) return
    const timer = setTimeout(() => void reload(isLost), wait)
    return () => clearTimeout(timer)
  }, [wait, left.value])
}
