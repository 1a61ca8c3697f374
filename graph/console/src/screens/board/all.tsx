import type { Mode } from '../../gql/enums.ts'
import { dollars, sums } from '../../lib/amounts.ts'
import { count, counted } from '../../lib/format.ts'
import { Empty, Since } from '../../lib/parts.tsx'
import { portfolios } from '../../lib/portfolios.ts'
import { useTitle } from '../../lib/title.ts'
import { useOverview, type Overview, type Row } from './overview.ts'
import { Amounts } from './parts.tsx'
import { Lines } from './portfolio_lines.tsx'

const groups: readonly [Mode, string][] = [
  ['live', 'Live portfolios'],
  ['test', 'Test portfolios'],
]

// AllPortfolios has one row a portfolio, the worst first: where most dollars are not insured.
export function AllPortfolios() {
  useTitle('All portfolios')
  const all = portfolios.value ?? []
  const overview = useOverview(all)
  const rows = overview.rows.value
  return (
    <>
      <div class="head">
        <h1>All portfolios</h1>
        <Progress left={overview.left.value} all={all.length} />
        <Since query={freshness(overview)} />
      </div>
      {all.length === 0 && <Empty>There is no portfolio yet. <code>covertrack org create</code> makes an organization with a live and a test portfolio.</Empty>}
      <div class="stack">
        {groups.map(([mode, title]) => (
          <Group key={mode} title={title} rows={rows.filter(({ portfolio }) => portfolio.mode === mode)} retry={(row) => void overview.reload((each) => each.portfolio.id === row.portfolio.id)} />
        ))}
      </div>
    </>
  )
}

function Progress({ left, all }: { left: number; all: number }) {
  if (left === 0) return null
  return (
    <p class="loading" role="status">
      Reading {count(all - left)} of {count(all)}… <progress value={all - left} max={all} aria-hidden="true" />
    </p>
  )
}

function Group({ title, rows, retry }: { title: string; rows: Row[]; retry(row: Row): void }) {
  if (rows.length === 0) return null
  const read = rows.flatMap(({ data }) => data ?? [])
  const deficient = read.flatMap(({ complianceSummary }) => complianceSummary.byVerdict.filter(({ verdict }) => verdict === 'deficient'))
  const uninsured = sums(deficient.flatMap(({ loanAmounts }) => loanAmounts))
  const cases = deficient.reduce((sum, share) => sum + share.cases, 0)
  const all = sums(read.flatMap(({ complianceSummary }) => complianceSummary.loanAmounts))
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {read.length > 0 && (
        <p class="lead">
          <span class={`huge ${cases > 0 ? 'bad' : 'good'}`}>
            <Amounts values={uninsured} />
          </span>
          <span>
            not in compliance, in <strong>{counted(cases, 'case')}</strong>, of <Amounts values={all} />
            {read.length < rows.length && `: ${read.length} of ${counted(rows.length, 'portfolio')} read`}
          </span>
        </p>
      )}
      <Lines rows={rows.toSorted(worstFirst)} retry={retry} />
    </section>
  )
}

export function deficientOf(row: Row) {
  return row.data?.complianceSummary.byVerdict.find(({ verdict }) => verdict === 'deficient')
}

function worstFirst(a: Row, b: Row): number {
  const size = (row: Row) => (row.data ? dollars(deficientOf(row)?.loanAmounts ?? []) : -1)
  return size(b) - size(a) || a.portfolio.lenderName.localeCompare(b.portfolio.lenderName)
}

function freshness({ rows, left, reload }: Overview) {
  const times = rows.value.flatMap(({ since }) => since ?? []).sort((a, b) => a.getTime() - b.getTime())
  const stale = rows.value.find(({ data, error }) => data && error)
  return {
    data: times[0], since: times[0] ?? new Date(), loading: left.value > 0, stale: stale !== undefined, reload: () => reload(),
    ...(stale?.error && { error: stale.error }),
  }
}
