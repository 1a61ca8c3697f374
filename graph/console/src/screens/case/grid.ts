import type { CaseComplianceQuery, Verdict } from '../../gql/graphql.ts'

export type Compliance = NonNullable<CaseComplianceQuery['caseCompliance']>
export type Demand = Compliance['demands'][number]
export type Target = Demand['targets'][number]

// onTheLoan stands for the case itself where the address has the id of an asset.
export const onTheLoan = 'loan'

export interface Column {
  key: string
  name: string
}

// A Cell is a coverage type at an asset. Older profiles may demand a type twice of the same asset.
export interface Cell {
  coverageType: string
  asset: string
  // As people read it.
  demand: string
  place: string
  verdict: Verdict
  targets: Target[]
}

// whereOf is a cell in words: `Building at 12 Mill St`.
export const whereOf = (cell: Pick<Cell, 'demand' | 'asset' | 'place'>) =>
  `${cell.demand} ${cell.asset === onTheLoan ? 'for the loan itself' : `at ${cell.place}`}`

export interface Row {
  key: string
  name: string
  verdict: Verdict
  cells: (Cell | undefined)[]
}

export interface Grid {
  columns: Column[]
  rows: Row[]
}

const order: Verdict[] = ['notApplicable', 'compliant', 'waived', 'unknown', 'deficient']

export const worst = (verdicts: Verdict[]): Verdict =>
  verdicts.reduce<Verdict>((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'notApplicable')

const keyOf = (target: Target) => target.assetId ?? onTheLoan
const placeOf = (target: Target) => target.asset?.displayName ?? 'The loan itself'

// gridOf has a row for each coverage type that is demanded and a column for each asset, the loan itself first.
export function gridOf(demands: Demand[]): Grid {
  const columns = columnsOf(demands)
  const types = new Map(demands.map((d) => [d.coverageType.id, d.coverageType.name]))
  const rows = [...types].map(([key, name]) =>
    rowOf(
      key,
      name,
      demands.filter((d) => d.coverageType.id === key),
      columns,
    ),
  )
  return { columns, rows }
}

function columnsOf(demands: Demand[]): Column[] {
  const names = new Map<string, string>()
  for (const target of demands.flatMap((d) => d.targets)) names.set(keyOf(target), placeOf(target))
  const columns = [...names].map(([key, name]) => ({ key, name }))
  return [...columns.filter((c) => c.key === onTheLoan), ...columns.filter((c) => c.key !== onTheLoan)]
}

function rowOf(key: string, name: string, demands: Demand[], columns: Column[]): Row {
  const targets = demands.flatMap((d) => d.targets)
  const cells = columns.map((column) =>
    cellOf(
      key,
      name,
      column,
      targets.filter((t) => keyOf(t) === column.key),
    ),
  )
  return { key, name, verdict: worst(demands.map((d) => d.verdict)), cells }
}

function cellOf(coverageType: string, demand: string, column: Column, targets: Target[]): Cell | undefined {
  if (targets.length === 0) return undefined
  return { coverageType, asset: column.key, demand, place: column.name, verdict: worst(targets.map((t) => t.verdict)), targets }
}

export const cellAt = (grid: Grid, coverageType: string, asset: string): Cell | undefined =>
  grid.rows.flatMap((row) => row.cells).find((cell) => cell?.coverageType === coverageType && cell.asset === asset)

// amiss is the part of the grid that has something to look at: no row and no column in which everything is as demanded.
export function amiss(grid: Grid): Grid {
  const wrong = (cell: Cell | undefined) => cell !== undefined && cell.verdict !== 'compliant'
  const rows = grid.rows.filter((row) => row.cells.some(wrong))
  const kept = grid.columns.map((_, i) => rows.some((row) => wrong(row.cells[i])))
  return {
    columns: grid.columns.filter((_, i) => kept[i]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, i) => kept[i]) })),
  }
}

export interface Reason {
  cell: Cell
  message: string
}

// reasonsOf are the findings of all targets, the gravest first; the same sentence once.
export function reasonsOf(grid: Grid): Reason[] {
  const cells = grid.rows.flatMap((row) => row.cells).filter((cell) => cell !== undefined)
  const sorted = cells.toSorted((a, b) => order.indexOf(b.verdict) - order.indexOf(a.verdict))
  const told = new Map<string, Reason>()
  for (const cell of sorted) {
    for (const finding of cell.targets.flatMap((t) => t.findings)) {
      if (!told.has(finding.message)) told.set(finding.message, { cell, message: finding.message })
    }
  }
  return [...told.values()]
}

// A Line is a row of the grid without its empty places: the worst cells first, those in compliance folded if they are many.
export interface Line {
  key: string
  name: string
  open: Cell[]
  folded: Cell[]
}

const shownAtMost = 3

// worstFirst is the grid as lines: what is deficient first, of rows and of cells.
export function worstFirst(grid: Grid): Line[] {
  const rank = (verdict: Verdict) => -order.indexOf(verdict)
  const rows = grid.rows.toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
  return rows.flatMap(({ key, name, cells }) => {
    const present = cells.filter((cell) => cell !== undefined).toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
    const folded = present.length > shownAtMost ? present.filter((cell) => cell.verdict === 'compliant') : []
    return present.length > 0 ? [{ key, name, open: present.filter((cell) => !folded.includes(cell)), folded }] : []
  })
}
