import type { Verdict } from '../../gql/enums.ts'
import { href } from '../../lib/address.ts'
import { Link } from '../../lib/parts.tsx'
import { casesOf, failedNotices, policiesEnding, tasksDue } from './links.ts'
import type { Row } from './overview.ts'
import { Count, Loans } from './parts.tsx'

// Lines is the table of portfolios, in the order given.
export function Lines({ rows, retry }: { rows: readonly Row[]; retry(row: Row): void }) {
  return (
    <div class="scroll">
      <table class="dense">
        <thead>
          <tr>
            <th scope="col">Lender</th>
            <th scope="col" class="number">Not in compliance</th>
            <th scope="col" class="number">Deficient cases</th>
            <th scope="col" class="number">Outstanding</th>
            <th scope="col" class="number">Cases checked</th>
            <th scope="col" class="number">Policies ending in 30 days</th>
            <th scope="col" class="number">Late tasks</th>
            <th scope="col" class="number">Open tasks</th>
            <th scope="col" class="number">Failed notices</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.portfolio.id}>
              <th scope="row">
                <Link to={href(row.portfolio.id)}>{row.portfolio.lenderName}</Link>
              </th>
              <Cells row={row} retry={() => retry(row)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cells({ row, retry }: { row: Row; retry(): void }) {
  if (!row.data && row.error) {
    return (
      <td colSpan={8}>
        <span class="bad" role="alert">{row.error.message}</span>{' '}
        <button type="button" class="link" onClick={retry}>
          Try again
        </button>
      </td>
    )
  }
  if (!row.data) return <td colSpan={8} class="quiet">Waiting…</td>
  return <Numbers id={row.portfolio.id} data={row.data} />
}

function Numbers({ id, data }: { id: string; data: NonNullable<Row['data']> }) {
  const { complianceSummary: summary, ending, late, open, failed } = data
  const share = (verdict: Verdict) => summary.byVerdict.find((each) => each.verdict === verdict)
  const numbers: readonly [value: number, to: string, of: string][] = [
    [share('deficient')?.cases ?? 0, casesOf(id, { verdict: 'deficient' }), 'deficient cases'],
    [share('unknown')?.cases ?? 0, casesOf(id, { verdict: 'unknown' }), 'cases outstanding'],
    [summary.cases, casesOf(id, { profile: true }), 'cases checked'],
    [ending.pageInfo.total, policiesEnding(id, { from: 0, to: 30 }), 'policies that end within 30 days'],
    [late.pageInfo.total, tasksDue(id, { to: 0 }), 'late tasks'],
    [open.pageInfo.total, tasksDue(id, {}), 'open tasks'],
    [failed.pageInfo.total, failedNotices(id), 'failed notices'],
  ]
  return (
    <>
      <td class="number">
        <Loans values={share('deficient')?.loanAmounts ?? []} to={casesOf(id, { verdict: 'deficient' })} of="deficient cases" />
      </td>
      {numbers.map(([value, to, of]) => (
        <td key={of} class="number">
          <Count value={value} to={to} of={of} />
        </td>
      ))}
    </>
  )
}
