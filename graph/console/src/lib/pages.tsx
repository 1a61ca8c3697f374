import { useState } from 'preact/hooks'
import { count } from './format.ts'

export interface Paging {
  after: string | null
  shown: number
  onChange(cursors: string[]): void
  cursors: string[]
}

// usePages remembers the cursors of the pages before; another filter begins at the first page.
export function usePages(key: string): Paging {
  const [page, setPage] = useState({ key, cursors: [] as string[] })
  const cursors = page.key === key ? page.cursors : []
  return { after: cursors.at(-1) ?? null, shown: cursors.length, cursors, onChange: (to) => setPage({ key, cursors: to }) }
}

// Pages are the buttons to the page before and to the next.
export function Pages({
  paging,
  size,
  rows,
  total,
  next,
}: {
  paging: Paging
  size: number
  rows: number
  total: number
  next: string | null
}) {
  const before = paging.shown * size
  if (total <= rows) return null
  const isLast = next === null || before + rows >= total
  return (
    <p class="row">
      <button type="button" disabled={paging.shown === 0} onClick={() => paging.onChange(paging.cursors.slice(0, -1))}>
        Page before
      </button>
      <button type="button" disabled={isLast} onClick={() => paging.onChange([...paging.cursors, next!])}>
        Next page
      </button>
      <span class="quiet">
        {count(before + 1)} to {count(before + rows)} of {count(total)}
      </span>
    </p>
  )
}
