export interface Connection<N> {
  nodes: N[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null; total?: number }
}

// endOf is where the page behind this one begins, null if there is none.
export function endOf(page: Connection<unknown>): string | null {
  return page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null
}

// How far a list was read: its rows, and where the next page begins (null at the beginning).
export interface Read<N> {
  rows: N[]
  total: number
  after: string | null
}

export const nothingRead = { rows: [], total: 0, after: null }

// readWhole reads a list from where it was left to its end. After each page it tells how far it is, so that what fails
// can be taken up there. It throws what the reading of a page throws.
export async function readWhole<N>(
  page: (after: string | null) => Promise<Connection<N>>,
  left: Read<N>,
  tell: (read: Read<N>) => void,
): Promise<N[]> {
  let { rows, total, after } = left
  do {
    const next = await page(after)
    rows = [...rows, ...next.nodes]
    total = next.pageInfo.total ?? total
    after = endOf(next)
    tell({ rows, total, after })
  } while (after !== null)
  return rows
}
