import { useLocation } from 'preact-iso'
import { go, href, list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { Chips, Empty, Loading, Problem, Since, Table, Total } from '../../lib/parts.tsx'
import { useTitle } from '../../lib/title.ts'
import { policyStatusWords, word } from '../../lib/words.ts'
import { Export } from '../../list/export.tsx'
import { More } from '../../list/more.tsx'
import { type Pages, usePages } from '../../list/pages.ts'
import type { Sort } from '../../gql/graphql.ts'
import { columns, listed, type Row, sheet } from './columns.tsx'
import { ending, filter, lapsed, within } from './filter.ts'

const statuses = (Object.keys(policyStatusWords) as (keyof typeof policyStatusWords)[]).map((value) => ({
  value,
  label: word(policyStatusWords, value),
}))

// Policies is the list of a portfolio's policies, of what ends when. What it shows stands in the address; without an
// order in it, what ends first comes first.
export function Policies() {
  useLocation()
  useTitle('Policies')
  const asked = new URLSearchParams(location.search)
  const sort = (asked.get('sort') || 'endDate') as Sort
  const wanted = { filter: filter(asked), sort }
  const pages = usePages(listed, wanted)
  return (
    <>
      <div class="head">
        <h1>Policies</h1>
        {pages.query.data !== undefined && (
          <span>
            <Total value={pages.total} one="policy" many="policies" /> {ending(asked)}
          </span>
        )}
        <Since query={pages.query} />
      </div>
      <div class="toolbar">
        <Ends />
        <Export listed={listed} wanted={wanted} sheet={sheet} noun="policies" disabled={pages.rows.length === 0} />
      </div>
      <div class="filters">
        <Chips label="Status" choices={statuses} chosen={list('status')} onChange={(status) => setParams({ status })} />
      </div>
      <Result pages={pages} sort={sort} />
    </>
  )
}

const soon = ['15', '30', '60', '90'] as const

// Ends are the end dates: the usual ones as chips, any others by day.
function Ends() {
  const here = (parameters: Record<string, string | null>) =>
    Object.entries(parameters).every(([name, value]) => param(name) === (value ?? ''))
  const chosen = here(lapsed()) ? ['lapsed'] : soon.filter((days) => here(within(Number(days))))
  const choices = [{ value: 'lapsed', label: 'Ended' }, ...soon.map((days) => ({ value: days, label: `Next ${days} days` }))]
  const choose = ([value]: string[]) =>
    setParams(value === 'lapsed' ? lapsed() : value ? within(Number(value)) : { 'endDate[gte]': null, 'endDate[lt]': null, status: null })
  return (
    <>
      <Chips label="End date" choices={choices} chosen={chosen} single onChange={choose} />
      <Bound label="Ends from" name="endDate[gte]" />
      <Bound label="before" name="endDate[lt]" />
    </>
  )
}

function Bound({ label, name }: { label: string; name: string }) {
  return (
    <label>
      {label} <input type="date" value={param(name)} onChange={(event) => setParams({ [name]: event.currentTarget.value })} />
    </label>
  )
}

function Result({ pages, sort }: { pages: Pages<Row>; sort: string }) {
  const { query, rows } = pages
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="policies" />
  return (
    <section id="found" class="card" aria-busy={query.loading}>
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
