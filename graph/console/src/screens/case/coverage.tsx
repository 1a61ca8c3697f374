import { useEffect, useState } from 'preact/hooks'
import { CaseComplianceDocument } from '../../gql/graphql.ts'
import { param, setParams } from '../../lib/address.ts'
import { counted } from '../../lib/format.ts'
import { Empty, Loading, Problem, Since } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { AsOf } from './as-of.tsx'
import { GridList } from './grid-list.tsx'
import { GridTable } from './grid-table.tsx'
import { amiss, cellAt, gridOf, reasonsOf, worstFirst, type Cell, type Compliance, type Grid } from './grid.ts'
import { useShown } from './shown.ts'
import { usePhone } from './phone.ts'
import { Why } from './why.tsx'

const manyColumns = 8
const reasonsShown = 5

const open = (cell: Cell) => setParams({ asset: cell.asset, coverageType: cell.coverageType }, { push: true })

// Coverage holds what there is against what the lender requires, on the day that is asked about.
export function Coverage() {
  const { facts, revision } = useShown()
  const on = param('on')
  const query = useQuery(CaseComplianceDocument, { id: facts.id, ...(on && { on }) })
  useEffect(() => {
    if (revision > 0) void query.reload()
  }, [revision])
  const compliance = query.data?.caseCompliance
  return (
    <section class="card" aria-labelledby="coverage">
      <header>
        <h2 id="coverage">Coverage</h2>
        <AsOf shown={compliance} />
      </header>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.data && query.loading && <Loading what="the verdict" />}
      {query.stale && <Since query={query} />}
      {compliance && <Judged compliance={compliance} />}
    </section>
  )
}

function Judged({ compliance }: { compliance: Compliance }) {
  const grid = gridOf(compliance.demands)
  const cell = cellAt(grid, param('coverageType'), param('asset'))
  if (grid.columns.length === 0) return <NothingDemanded />
  return (
    <>
      <Reasons grid={grid} />
      <Choosable grid={grid} current={cell} />
      {cell && <Why cell={cell} on={compliance.on} />}
    </>
  )
}

function NothingDemanded() {
  const { facts } = useShown()
  if (!facts.riskProfile)
    return <Empty>The case has a program and no risk profile, so nothing is required of it and nothing is judged.</Empty>
  return <Empty>{facts.riskProfile.name} requires nothing of what is on this case.</Empty>
}

// Reasons are what is amiss, in the sentences that can be sent on.
function Reasons({ grid }: { grid: Grid }) {
  const reasons = reasonsOf(grid)
  if (reasons.length === 0) return null
  return (
    <>
      <ul class="reasons">
        {reasons.slice(0, reasonsShown).map(({ cell, message }) => (
          <li key={message} class={cell.verdict}>
            <button type="button" class="link" onClick={() => open(cell)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
      {reasons.length > reasonsShown && <p class="quiet">And {counted(reasons.length - reasonsShown, 'more reason')} in the table.</p>}
    </>
  )
}

// Choosable is the grid; a wide one can be cut down to what is amiss, and a phone has it as a list.
function Choosable({ grid, current }: { grid: Grid; current: Cell | undefined }) {
  const [onlyAmiss, setOnlyAmiss] = useState(false)
  const phone = usePhone()
  if (phone) return <GridList lines={worstFirst(grid)} current={current} onOpen={open} />
  const wide = grid.columns.length > manyColumns
  const shown = onlyAmiss ? amiss(grid) : grid
  return (
    <>
      {wide && (
        <label class="check">
          <input type="checkbox" checked={onlyAmiss} onChange={(event) => setOnlyAmiss(event.currentTarget.checked)} /> Only what is not in
          compliance
        </label>
      )}
      {shown.columns.length === 0 ? <Empty>Everything is in compliance.</Empty> : <GridTable grid={shown} current={current} onOpen={open} />}
    </>
  )
}
