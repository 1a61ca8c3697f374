import { useLocation } from 'preact-iso'
import { go, href, list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { counted } from '../../lib/format.ts'
import { Chips, Empty, Field, Loading, Problem, Since, Table } from '../../lib/parts.tsx'
import { useTitle } from '../../lib/title.ts'
import { policyStatusWords, word } from '../../lib/words.ts'
import { Export } from '../../list/export.tsx'
import { More } from '../../list/more.tsx'
import { type Pages, usePages } from '../../list/pages.ts'
import type { Sort } from '../../gql/graphql.ts'
import { columns, listed, type Row, sheet } from './columns.tsx'
import { ending, filter, lapsed, within } from './filter.ts'

const statuses = (Object.keys(policyStatusWords) as (keyof typeof policyStatusWords)[]).map((value) => ({ value, label: word(policyStatusWords, value) }))

// Policies is the list of a portfolio's policies, of what ends when. What it shows stands in the address; without an order in it, what
// ends first comes first.
export function Policies() {
  useLocation()
  useTitle('Policies')
  const asked = new URLSearchParams(location.search)
  const sort = (asked.get('sort') || 'endDate') as Sort
  const wanted = { filter: filter(asked), sort }
  const pages = usePages(listed, wanted)
  return (
    <>
      <h1>Policies</h1>
      <div class="toolbar">
        <Ends />
        <Export listed={listed} wanted={wanted} sheet={sheet} noun="policies" disabled={pages.rows.length === 0} />
      </div>
      <div class="filters">
        <Chips label="Status" choices={statuses} chosen={list('status')} onChange={(status) => setParams({ status })} />
      </div>
      <Result pages={pages} said={ending(asked)} sort={sort} />
    </>
  )
}

const soon = ['15', '30', '60', '90'] as const

// Ends are the end dates: the usual ones as chips, any others by day.
function Ends() {
  const here = (parameters: Record<string, string | null>) => Object.entries(parameters).every(([name, value]) => param(name) === (value ?? ''))
  const chosen = here(lapsed()) ? ['lapsed'] : soon.filter((days) => here(within(Number(days))))
  const choices = [{ value: 'lapsed', label: 'Ended' }, ...soon.map((days) => ({ value: days, label: `Next ${days} days` }))]
  const choose = ([value]: string[]) =>
    setParams(value === 'lapsed' ? lapsed() : value ? within(Number(value)) : { 'endDate[gte]': null, 'endDate[lt]': null, status: null })
  return (
    <div class="ends">
      <Chips label="End date" choices={choices} chosen={chosen} single onChange={choose} />
      <Field label="Ends from">
        <input type="date" value={param('endDate[gte]')} onChange={(event) => setParams({ 'endDate[gte]': event.currentTarget.value })} />
      </Field>
      <Field label="Ends before">
        <input type="date" value={param('endDate[lt]')} onChange={(event) => setParams({ 'endDate[lt]': event.currentTarget.value })} />
      </Field>
    </div>
  )
}

function Result({ pages, said, sort }: { pages: Pages<Row>; said: string; sort: string }) {
  const { query, rows, total } = pages
  if (query.error && !query.data) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!query.data) return <Loading what="policies" />
  return (
    <section aria-busy={query.loading}>
      <p class="summary">
        <span role="status">
          {counted(total, 'policy', 'policies')} {said}
        </span>{' '}
        <Since query={query} />
      </p>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {rows.length > 0 ? (
        <Table
          caption="Policies"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          sort={sort}
          onSort={(sort) => setParams({ sort })}
          onOpen={(row) => go(href(portfolioOfAddress()!, 'policies', row.id))}
        />
      ) : (
        <Empty>No policy matches. Take out a filter, or choose other end dates.</Empty>
      )}
      <More pages={pages} />
    </section>
  )
}
