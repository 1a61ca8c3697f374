import { Money, Verdict } from '../../lib/parts.tsx'
import { count } from '../../lib/format.ts'
import { inWords, shortfallOf } from './grid-table.tsx'
import type { Cell, Line } from './grid.ts'

interface ListProps {
  lines: Line[]
  current: Cell | undefined
  onOpen(cell: Cell): void
}

// GridList is the grid on a phone, where a table shows little more than its first column: what is deficient comes first,
// and what is in compliance is folded where there is much of it.
export function GridList({ lines, current, onOpen }: ListProps) {
  const entry = (cell: Cell) => <Entry key={cell.asset} cell={cell} chosen={cell === current} onOpen={onOpen} />
  return (
    <dl class="gridlist">
      {lines.flatMap(({ key, name, open, folded }) => [
        <dt key={key}>{name}</dt>,
        <dd key={`${key}=`}>
          {open.map(entry)}
          {folded.length > 0 && (
            <details>
              <summary>{count(folded.length)} in compliance</summary>
              {folded.map(entry)}
            </details>
          )}
        </dd>,
      ])}
    </dl>
  )
}

function Entry({ cell, chosen, onOpen }: { cell: Cell; chosen: boolean; onOpen(cell: Cell): void }) {
  const shortfall = shortfallOf(cell)
  return (
    <button type="button" class="cell" aria-pressed={chosen} onClick={() => onOpen(cell)}>
      <span aria-hidden="true">
        <Verdict value={cell.verdict} /> {cell.place}
        {shortfall && (
          <span class="short">
            <Money value={shortfall} /> short
          </span>
        )}
      </span>
      <span class="hidden">{inWords(cell)}</span>
    </button>
  )
}
