import type { TypedDocumentString } from '../gql/graphql.ts'
import { bodyOf, headers } from './graphql.ts'
import { connected } from './state.ts'

export interface Listener<R> {
  next(data: R): void
  lost(): void
  back(): void
}

const longestWait = 30_000

// listen follows a subscription while the page is shown, and connects again when the stream ends: the server sends the
// present state first. `lost` is called when it breaks, `back` with the first result after that. It returns what ends it.
export function listen<R, V>(document: TypedDocumentString<R, V>, variables: V, portfolio: string | undefined, on: Listener<R>): () => void {
  // The client adds the content type itself.
  const { 'Content-Type': _, ...own } = headers({ portfolio })
  const listening = new Listening<R>({ ...bodyOf(document, variables), query: undefined as unknown as string }, own, on)
  return () => listening.end()
}

class Listening<R> {
  #ended = false
  #broken = false
  #tries = 0
  #unsubscribe: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: { query: string }
  #headers: Record<string, string>
  #on: Listener<R>

  constructor(request: { query: string }, headers: Record<string, string>, on: Listener<R>) {
    this.#request = request
    this.#headers = headers
    this.#on = on
    globalThis.document.addEventListener('visibilitychange', this.#shown)
    void this.#connect()
  }

  // A hidden page gives its stream back: a session may have only so many.
  #shown = () => {
    this.#close()
    if (!globalThis.document.hidden) void this.#connect()
  }

  #close() {
    clearTimeout(this.#timer)
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  async #connect() {
    const { createClient } = await import('graphql-sse')
    if (this.#ended || this.#unsubscribe || globalThis.document.hidden) return
    const client = createClient({ url: '/graphql', headers: this.#headers, retryAttempts: 0 })
    let current = true
    const again = () => {
      if (current) this.#again()
    }
    const unsubscribe = client.subscribe<R>(this.#request, {
      next: (result) => result.data && this.#next(result.data),
      error: again,
      complete: again,
    })
    this.#unsubscribe = () => {
      current = false
      unsubscribe()
    }
  }

  #next(data: R) {
    this.#tries = 0
    connected.value = true
    this.#on.next(data)
    if (this.#broken) this.#on.back()
    this.#broken = false
  }

  #again() {
    this.#close()
    if (!this.#broken) this.#on.lost()
    this.#broken = true
    this.#timer = setTimeout(() => void this.#connect(), Math.min(longestWait, 1000 * 2 ** this.#tries++))
  }

  end() {
    this.#ended = true
    this.#close()
    globalThis.document.removeEventListener('visibilitychange', this.#shown)
  }
}
