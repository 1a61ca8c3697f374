import type { ComponentChildren, VNode } from 'preact'

export interface Column<Row> {
  key: string
  title: string
  cell(row: Row): ComponentChildren
  // The orders to sort by: upwards, and downwards.
  sorts?: readonly [string, string]
  numeric?: boolean
}

export interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  sort?: string | undefined
  onSort?(sort: string): void
  // Opens a row: by a click anywhere in it, and by Enter. The link in a cell stays the way for everybody else.
  onOpen?(row: Row): void
  current?: string | undefined
  // Few and short columns, which find room on a phone too.
  dense?: boolean
}

// Table is a native table in a box that scrolls. The arrows move from row to row, Home and End to the first and the last,
// Enter opens one.
export function Table<Row>(props: TableProps<Row>): VNode {
  return (
    <div class="scroll" {...(!props.onOpen && { tabIndex: 0, role: 'region', 'aria-label': props.caption })}>
      <table class={props.dense ? 'dense' : undefined}>
        <caption class="hidden">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <Heading key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={props.onOpen && move}>
          {props.rows.map((row, index) => (
            <Line key={props.rowKey(row)} row={row} first={index === 0} props={props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string | undefined; onSort: ((sort: string) => void) | undefined }) {
  const css = column.numeric ? 'number' : undefined
  if (!column.sorts || !onSort) return <th scope="col" class={css}>{column.title}</th>
  const [up, down] = column.sorts
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : 'none'
  return (
    <th scope="col" class={css} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => onSort(sort === up ? down : up)}>
        {column.title} <span aria-hidden="true">{direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : '↕'}</span>
      </button>
    </th>
  )
}

function Line<Row>({ row, first, props }: { row: Row; first: boolean; props: TableProps<Row> }) {
  const { columns, onOpen } = props
  const current = props.current !== undefined && props.current === props.rowKey(row)
  return (
    <tr
      {...(onOpen && { tabIndex: current || (first && props.current === undefined) ? 0 : -1, class: 'opens' })}
      aria-current={current || undefined}
      onClick={(event) => onOpen && !inControl(event) && onOpen(row)}
      onKeyDown={(event) => onOpen && event.key === 'Enter' && event.target === event.currentTarget && onOpen(row)}
    >
      {columns.map((column) => (
        <td key={column.key} class={column.numeric ? 'number' : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

// A click on a control in the row, or one that ends a selection of text, is not one on the row.
function inControl(event: MouseEvent): boolean {
  return Boolean((event.target as Element).closest('a, button, input, select, label')) || String(getSelection()) !== ''
}

function move(event: KeyboardEvent) {
  const row = (event.target as Element).closest('tr')
  const rows = row?.parentElement?.children
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling, Home: rows?.[0], End: rows?.[rows.length - 1] }[event.key]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
