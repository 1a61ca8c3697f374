import { useLocation } from 'preact-iso'
import { go, href, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Table, Total } from '../../lib/parts.tsx'
import { Search } from '../../lib/search.tsx'
import { mayWrite } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Export } from '../../list/export.tsx'
import { More } from '../../list/more.tsx'
import { type Pages, usePages } from '../../list/pages.ts'
import { address, columns, listed, type Row, sheet } from './columns.tsx'
import { chips, filter, isByLikeness, searched, sort } from './filter.ts'
import { Filters } from './filters.tsx'
import { order } from './found.ts'
import { Hidden } from './hidden.tsx'

// Cases is the list of a portfolio's cases: what it shows stands in the address.
export function Cases() {
  useLocation()
  useTitle('Cases')
  const asked = new URLSearchParams(location.search)
  const wanted = { filter: filter(asked), sort: sort(asked) }
  const pages = usePages(listed, wanted)
  const q = asked.get('q')?.trim()
  return (
    <>
      <div class="head">
        <h1>Cases</h1>
        <Summary pages={pages} asked={asked} />
      </div>
      <div class="toolbar">
        <Search
          label="Search the cases"
          list="found"
          placeholder="Loan number, name, named insured, address or policy number"
          searched={(text) => searched(new URLSearchParams(location.search), text)}
        />
        {mayWrite() && (
          <Link to={href(portfolioOfAddress() ?? '', 'new-case')} class="button">
            New case
          </Link>
        )}
        <Export listed={listed} wanted={wanted} sheet={sheet} noun="cases" disabled={pages.rows.length === 0} />
      </div>
      <Filters />
      {q && chips(asked).length > 0 && <Hidden q={q} pages={pages} />}
      <Result pages={pages} />
    </>
  )
}

// Summary says how many cases there are, in which order, and since when that is known.
function Summary({ pages: { query, total }, asked }: { pages: Pages<Row>; asked: URLSearchParams }) {
  const q = asked.get('q')?.trim() ?? ''
  if (!query.data) return null
  return (
    <>
      <span>
        <Total value={total} one="case" /> {order(total, q, isByLikeness(asked))}
      </span>
      <Order />
      <Since query={query} />
    </>
  )
}

function Result({ pages }: { pages: Pages<Row> }) {
  const q = param('q').trim()
  const { query, rows } = pages
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="cases" />
  return (
    <section id="found" class="card" aria-busy={query.loading}>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {rows.length > 0 ? (
        <Table
          caption="Cases"
          columns={columns(q)}
          rows={rows}
          rowKey={(row) => row.id}
          sort={param('sort')}
          onSort={(sort) => setParams({ sort })}
          onOpen={(row) => go(address(row.id))}
        />
      ) : (
        <None q={q} />
      )}
      <More pages={pages} />
    </section>
  )
}

// Order leads back to the order that the list has on its own.
function Order() {
  if (!param('sort')) return null
  return (
    <button type="button" class="link" onClick={() => setParams({ sort: null })}>
      {param('q') ? 'Order by best match' : 'Order by creation'}
    </button>
  )
}

function None({ q }: { q: string }) {
  const filtered = chips(new URLSearchParams(location.search)).length > 0
  if (!q && !filtered)
    return (
      <Empty>
        There is no case yet. <Link to={href(portfolioOfAddress() ?? '')}>The board</Link> says how to begin.
      </Empty>
    )
  if (!q) return <Empty>No case matches. Take out a filter to see more.</Empty>
  if (filtered) return <Empty>No case within the filters matches “{q}”.</Empty>
  if (q.length < 3)
    return <Empty>No loan or policy number begins with “{q}”. Names and addresses are searched from three characters on.</Empty>
  return (
    <Empty>
      No case of this portfolio resembles “{q}”. Live and test have different cases.{' '}
      <Link to={href('look-up', { q })}>Look in all portfolios</Link>
    </Empty>
  )
}
