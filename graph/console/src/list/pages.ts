import { useEffect, useRef, useState } from 'preact/hooks'
import type { Sort, TypedDocumentString } from '../gql/graphql.ts'
import { portfolioOfAddress } from '../lib/address.ts'
import { ask, type Refusal } from '../lib/graphql.ts'
import { type Query, refusalOf, useQuery } from '../lib/query.ts'
import { type Connection, endOf } from './whole.ts'

export interface Wanted<F> {
  filter: F
  sort?: Sort | undefined
}

export interface PageVariables<F> {
  filter?: F
  sort?: Sort
  first: number
  after?: string
  counted: boolean
}

// A list that is read page by page: its document, and where its connection is in the answer.
export interface Listed<R, F, N> {
  document: TypedDocumentString<R, PageVariables<F>>
  of(answer: R): Connection<N>
}

// A first page fills a screen; those behind it are as large as the server allows.
const firstPage = 25
export const wholePage = 200

// variables are those of a page; only the first one is counted, for a total reads the whole list.
export function variables<F>({ filter, sort }: Wanted<F>, first: number, after: string | null): PageVariables<F> {
  return { filter, first, counted: after === null, ...(sort && { sort }), ...(after !== null && { after }) }
}

export interface Pages<N> {
  query: Query<unknown>
  rows: N[]
  total: number
  more?: { read(): void; busy: boolean; error?: Refusal }
}

interface Behind<N> {
  first: unknown
  rows: N[]
  after: string | null
  busy: boolean
  error?: Refusal
}

// usePages reads the first page when what is wanted changes, and the next ones when asked to. A first page that is read
// anew drops those behind it, for they belong to the list as it was. A list without cursors is read anew, as a whole.
export function usePages<R, F, N>(listed: Listed<R, F, N>, wanted: Wanted<F>): Pages<N> {
  const key = JSON.stringify(wanted)
  const [whole, setWhole] = useState('')
  const query = useQuery(listed.document, variables(wanted, whole === key ? wholePage : firstPage, null))
  const [kept, keep] = useState<Behind<N>>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [query.data])

  const { data } = query
  if (!data) return { query, rows: [], total: 0 }
  const first = listed.of(data)
  const behind = kept?.first === data ? kept : { first: data, rows: [], after: endOf(first), busy: false }

  async function read() {
    const mine = (running.current = new AbortController())
    keep({ first: data, rows: behind.rows, after: behind.after, busy: true })
    try {
      const answer = await ask(listed.document, variables(wanted, wholePage, behind.after), {
        portfolio: portfolioOfAddress(),
        signal: mine.signal,
      })
      const next = listed.of(answer)
      keep({ first: data, rows: [...behind.rows, ...next.nodes], after: endOf(next), busy: false })
    } catch (error) {
      if (!mine.signal.aborted) keep({ ...behind, busy: false, error: refusalOf(error) })
    }
  }
  const rows = [...first.nodes, ...behind.rows]
  const total = first.pageInfo.total ?? 0
  if (behind.after !== null)
    return { query, rows, total, more: { read: () => void read(), busy: behind.busy, ...(behind.error && { error: behind.error }) } }
  return total > rows.length && whole !== key
    ? { query, rows, total, more: { read: () => setWhole(key), busy: false } }
    : { query, rows, total }
}
