import { Money, Verdict, verdictSigns } from '../../lib/parts.tsx'
import { verdictWords, word } from '../../lib/words.ts'
import type { Cell, Grid } from './grid.ts'

// With more columns than this a cell has the sign of its verdict only: the word is told on hover.
const roomForWords = 5

interface GridProps {
  grid: Grid
  current: Cell | undefined
  onOpen(cell: Cell): void
}

// GridTable has a row for each demand and a column for each asset. The arrows move from cell to cell, Enter opens one.
export function GridTable({ grid, current, onOpen }: GridProps) {
  const first = current ?? grid.rows.flatMap((row) => row.cells).find((cell) => cell !== undefined)
  return (
    <div class="scroll">
      <table class="demands">
        <caption class="hidden">What the lender requires, at each asset. A cell opens the reasons.</caption>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            {grid.columns.map((column) => (
              <th scope="col" key={column.key}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {grid.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, i) => (
                <td key={grid.columns[i]?.key}>
                  {cell ? (
                    <CellButton
                      cell={cell}
                      words={grid.columns.length <= roomForWords}
                      chosen={cell === current}
                      entry={cell === first}
                      onOpen={onOpen}
                    />
                  ) : (
                    <span class="quiet" title={`${row.name} is not required here`}>
                      –<span class="hidden"> not required here</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  cell: Cell
  words: boolean
  chosen: boolean
  // Whether Tab stops here: at one cell of the grid only.
  entry: boolean
  onOpen(cell: Cell): void
}

function CellButton({ cell, words, chosen, entry, onOpen }: CellProps) {
  const shortfall = shortfallOf(cell)
  return (
    <button type="button" class="cell" tabIndex={entry ? 0 : -1} aria-pressed={chosen} title={inWords(cell)} onClick={() => onOpen(cell)}>
      <span aria-hidden="true">
        {words ? <Verdict value={cell.verdict} /> : <span class={`verdict ${cell.verdict}`}>{verdictSigns[cell.verdict]}</span>}
      </span>
      {shortfall && (
        <span class="short">
          <Money value={shortfall} /> short
        </span>
      )}
      <span class="hidden">{inWords(cell)}</span>
    </button>
  )
}

export const shortfallOf = (cell: Cell) =>
  cell.targets.find((target) => target.shortfall && Number(target.shortfall.amount) > 0)?.shortfall

// inWords is what a cell says on hover and to a screen reader.
export function inWords(cell: Cell): string {
  const messages = cell.targets.flatMap((target) => target.findings.map((finding) => finding.message))
  const placed = cell.targets.some(({ lenderPlaced }) => lenderPlaced) ? ['The lender placed the insurance.'] : []
  return [`${cell.demand}, ${cell.place}: ${word(verdictWords, cell.verdict)}.`, ...placed, ...messages].join(' ')
}

function move(event: KeyboardEvent) {
  const cell = (event.target as Element).closest('td')
  const row = cell?.parentElement
  if (!cell || !row) return
  const lines = [...(row.parentElement?.children ?? [])]
  const at = [...row.children].indexOf(cell)
  const inLine = (line: Element | undefined) => line?.children[at]?.querySelector('button')
  const above = lines.slice(0, lines.indexOf(row)).reverse().map(inLine).find(Boolean)
  const below = lines
    .slice(lines.indexOf(row) + 1)
    .map(inLine)
    .find(Boolean)
  const cells = [...row.children].map((td) => td.querySelector('button'))
  const left = cells.slice(0, at).reverse().find(Boolean)
  const right = cells.slice(at + 1).find(Boolean)
  const next = { ArrowUp: above, ArrowDown: below, ArrowLeft: left, ArrowRight: right }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
