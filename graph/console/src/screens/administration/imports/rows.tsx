import { useState } from 'preact/hooks'
import { ImportRowsDocument, type ImportRowsQuery } from '../../../gql/graphql.ts'
import { count } from '../../../lib/format.ts'
import { Chips, Empty, Link, Loading, Problem, Table, type Column } from '../../../lib/parts.tsx'
import { Pages, usePages } from '../../../lib/pages.tsx'
import { useQuery } from '../../../lib/query.ts'
import { memberWord, messageText, valueText } from '../../../lib/trail.ts'
import { addressOfRecord } from './import.tsx'
import { nounOf, outcomeWords, type Import } from './words.ts'

type Row = ImportRowsQuery['importRows']['rows'][number]
type Reason = Row['reasons'][number]
type Change = Row['changes'][number]
type Outcome = keyof typeof outcomeWords

const size = 50

// Rows are the rows that do something, by what becomes of them: the refused ones first.
export function Rows({ of, counts }: { of: Import; counts: NonNullable<Import['counts']> }) {
  const all = Object.keys(outcomeWords) as Outcome[]
  const [chosen, choose] = useState<Outcome>(all.find((outcome) => counts[outcome] > 0) ?? 'refused')
  if (all.every((outcome) => counts[outcome] === 0)) return null
  const choices = all.map((value) => ({ value, label: `${outcomeWords[value]} (${count(counts[value])})` }))
  return (
    <section class="card" aria-labelledby="rows">
      <header>
        <h2 id="rows">Row by row</h2>
        <Chips label="Rows" choices={choices} chosen={[chosen]} single onChange={([next]) => next && choose(next)} />
      </header>
      <Page key={chosen} id={of.id} outcome={chosen} hasSeveral={of.files.length > 1} />
    </section>
  )
}

function Page({ id, outcome, hasSeveral }: { id: string; outcome: Outcome; hasSeveral: boolean }) {
  const paging = usePages(outcome)
  const offset = paging.shown * size
  const query = useQuery(ImportRowsDocument, { id, outcome: [outcome], limit: size, offset })
  const page = query.data?.importRows
  if (!page) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the rows" />
  const total = page.pageInfo.total ?? 0
  if (total === 0) return <Empty>There is no such row.</Empty>
  return (
    <div aria-busy={query.loading}>
      {outcome === 'refused' ? <Refusals rows={page.rows} hasSeveral={hasSeveral} /> : <Changes rows={page.rows} hasSeveral={hasSeveral} />}
      <Pages paging={paging} size={size} rows={page.rows.length} total={total} next={String(offset + page.rows.length)} />
    </div>
  )
}

interface ListProps {
  rows: readonly Row[]
  hasSeveral: boolean
}

type Lined<T> = { row: Row; index: number; said: T }

const place = <T,>(hasSeveral: boolean): Column<Lined<T>> => ({
  key: 'row',
  title: 'Row',
  cell: ({ row }) => (
    <>
      {count(row.row)}
      {hasSeveral && <span class="of">{row.file}</span>}
    </>
  ),
})

const lined = <T,>(rows: readonly Row[], of: (row: Row) => readonly T[]): Lined<T>[] => rows.flatMap((row) => of(row).map((said, index) => ({ row, index, said })))
const keyOf = ({ row, index }: Lined<unknown>) => `${row.file} ${row.row} ${index}`

function Refusals({ rows, hasSeveral }: ListProps) {
  const columns: Column<Lined<Reason>>[] = [
    place<Reason>(hasSeveral),
    {
      key: 'column',
      title: 'Column, and what it has',
      cell: ({ said }) => (
        <>
          {said.column ?? 'the whole row'}
          {said.column !== null && <span class="of">{said.value || 'nothing'}</span>}
        </>
      ),
    },
    {
      key: 'why',
      title: 'Why, and what would be accepted',
      cell: ({ said }) => (
        <>
          {messageText(said.message)}
          <span class="of">
            <code>{said.code}</code>
          </span>
        </>
      ),
    },
  ]
  return <Table caption="Refused rows" columns={columns} rows={lined(rows, ({ reasons }) => reasons)} rowKey={keyOf} dense />
}

const asIs = (id: string) => id

function Changes({ rows, hasSeveral }: ListProps) {
  const columns: Column<Lined<Change>>[] = [
    place<Change>(hasSeveral),
    {
      key: 'record',
      title: 'Record',
      cell: ({ said }) => (
        <>
          <Record of={said} />
          <span class="of">{said.member ? memberWord(said.member) : 'new'}</span>
        </>
      ),
    },
    { key: 'before', title: 'Before', cell: ({ said }) => said.member && valueText(said.before, said.member, asIs) },
    { key: 'after', title: 'After', cell: ({ said }) => said.member && valueText(said.after, said.member, asIs) },
  ]
  const all = rows.some(({ changes }) => changes.some(({ member }) => member)) ? columns : columns.slice(0, -2)
  return <Table caption="Rows and what they do" columns={all} rows={lined(rows, ({ changes }) => changes)} rowKey={keyOf} dense />
}

function Record({ of: { noun, id } }: { of: Change }) {
  const to = id && addressOfRecord(noun, id)
  return to ? <Link to={to}>{nounOf(noun)}</Link> : <>{nounOf(noun)}</>
}
