import { useEffect, useRef, useState } from 'preact/hooks'
import type { TypedDocumentString } from '../gql/graphql.ts'
import { portfolioOfAddress } from './address.ts'
import { ask, Refusal } from './graphql.ts'
import { sessionEnded } from './state.ts'

export interface Query<R> {
  data?: R
  error?: Refusal
  loading: boolean
  since: Date
  stale: boolean
  reload(): Promise<void>
}

interface State<R> {
  data?: R
  // What the data, or the error, are the answer to.
  key?: string
  error?: Refusal
  loading: boolean
  since: Date
}

// A page that was hidden for so long asks again when it is shown.
const oldAfter = 30_000
const retryAfter = 5_000

export function refusalOf(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, 'page', `The page could not read the answer: ${String(error)}`)
}

// useQuery asks when what it asks for changes, and again when the connection is back, or the page is shown again after a while. Old data stay
// while it loads, and after a failure (`stale`) if they answer the same question. It is `loading` from the moment that it asks for something else.
export function useQuery<R, V>(document: TypedDocumentString<R, V>, variables: V, portfolio = portfolioOfAddress()): Query<R> {
  const key = JSON.stringify([document.__meta__?.['hash'], variables, portfolio])
  const [state, setState] = useState<State<R>>({ loading: true, since: new Date() })
  const running = useRef<AbortController>(undefined)

  async function load() {
    running.current?.abort()
    const mine = (running.current = new AbortController())
    setState((old) => ({ ...old, loading: true }))
    try {
      const data = await ask(document, variables, { portfolio, signal: mine.signal })
      if (!mine.signal.aborted) setState({ data, key, loading: false, since: new Date() })
    } catch (error) {
      if (!mine.signal.aborted) setState((old) => failed(old, key, refusalOf(error)))
    }
  }

  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [key])
  useRefresh(key, state, () => void load())
  const { key: answered, ...shown } = state
  return { ...shown, loading: state.loading || answered !== key, stale: state.error !== undefined && state.data !== undefined, reload: load }
}

function failed<R>({ data, key, since }: State<R>, asked: string, error: Refusal): State<R> {
  return { ...(data !== undefined && key === asked && { data }), key: asked, since, error, loading: false }
}

function useRefresh<R>(key: string, state: State<R>, load: () => void) {
  const wait = retryIn(state.error)
  useEffect(() => {
    if (wait === undefined || state.loading) return
    const timer = setTimeout(load, wait)
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [key, wait, state.loading])
  useEffect(() => {
    const shown = () => {
      if (!document.hidden && Date.now() - state.since.getTime() > oldAfter) load()
    }
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [key, state.since])
}

// retryIn is how long to wait before the page asks again without being told: it does when there was no connection or the server was
// busy, and after somebody has signed in again.
export function retryIn(error: Refusal | undefined): number | undefined {
  if (error?.code === 'network' || error?.status === 503) return retryAfter
  return error?.status === 401 && !sessionEnded.value ? 0 : undefined
}

export interface Tried<R> {
  data?: R
  refusal?: Refusal
  busy: boolean
}

// useTried asks when nobody has typed for a while (`pause`, in ms). Until the answer is that of what is typed now, the one before stays, and it is busy.
export function useTried<R, V>(document: TypedDocumentString<R, V>, variables: V, pause: number, ready = true): Tried<R> {
  const [state, setState] = useState<Omit<Tried<R>, 'busy'> & { key?: string }>({})
  const key = JSON.stringify(variables)
  useEffect(() => {
    if (!ready) return
    const running = new AbortController()
    const timer = setTimeout(() => {
      ask(document, variables, { portfolio: portfolioOfAddress(), signal: running.signal }).then(
        (data) => !running.signal.aborted && setState({ data, key }),
        (error: unknown) => !running.signal.aborted && setState(({ data }) => ({ ...(data !== undefined && { data }), refusal: refusalOf(error), key })),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [key, ready])
  const { key: answered, ...shown } = state
  return { ...shown, busy: ready && answered !== key }
}

export interface Write<R, V> {
  write(variables: V): Promise<R>
  busy: boolean
  error?: Refusal
  clear(): void
}

// useWrite sends a mutation. The same variables have the same Idempotency-Key until they were written, so that a retry
// after a lost answer writes once.
export function useWrite<R, V>(document: TypedDocumentString<R, V>, portfolio = portfolioOfAddress()): Write<R, V> {
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const intended = useRef<{ variables: string; key: string }>(undefined)

  async function write(variables: V): Promise<R> {
    const text = JSON.stringify(variables)
    if (intended.current?.variables !== text) intended.current = { variables: text, key: crypto.randomUUID() }
    setState({ busy: true })
    try {
      const data = await ask(document, variables, { portfolio, idempotencyKey: intended.current.key })
      intended.current = undefined
      setState({ busy: false })
      return data
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status > 0 && refusal.status < 500) intended.current = undefined
      setState({ busy: false, error: refusal })
      throw refusal
    }
  }
  return { ...state, write, clear: () => setState({ busy: false }) }
}
