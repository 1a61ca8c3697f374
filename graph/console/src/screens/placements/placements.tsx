import { useState } from 'preact/hooks'
import type { PlacementState } from '../../gql/enums.ts'
import { PlacementsDocument, type PlacementFilter, type PlacementsQuery } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { Empty, Link, Loading, Money, Problem, Since } from '../../lib/parts.tsx'
import { useTitle } from '../../lib/title.ts'
import { More } from '../../list/more.tsx'
import { usePages, type Listed, type Pages } from '../../list/pages.ts'
import { PlacementCard } from './card.tsx'
import { PrintFiles } from './print-files.tsx'
import { columnOf, sorted, type Column } from './placement.ts'

type Row = PlacementsQuery['placements']['nodes'][number]

const listed: Listed<PlacementsQuery, PlacementFilter, Row> = { document: PlacementsDocument, of: (answer) => answer.placements }

const waiting: PlacementState[] = ['noticed', 'reminded', 'mayPlace']
const bought: PlacementState[] = ['placed', 'charged', 'cancelled']
const over: PlacementState[] = ['cured', 'refunded']

const columns: readonly { key: Column; title: string; none: string }[] = [
  { key: 'waiting', title: 'Waiting', none: 'Nothing waits. A placement is started on the page of its case.' },
  { key: 'placed', title: 'Placed', none: 'Nothing is placed.' },
  { key: 'back', title: 'To give back or end', none: 'Nothing is to be given back, and no insurance to be ended.' },
]

// Placements are those of the whole portfolio that are not over, by what is to be done about them.
export function Placements() {
  useTitle('Lender-placed insurance')
  const before = usePages(listed, { filter: { state: waiting } })
  const after = usePages(listed, { filter: { state: bought } })
  const left = usePages(listed, { filter: { state: over, hasOpenDuty: true } })
  const [done, setDone] = useState('')
  const lists = [before, after, left]
  const reload = () => void Promise.all(lists.map(({ query }) => query.reload()))
  const told = (message: string) => {
    setDone(message)
    reload()
  }
  const error = lists.find(({ query }) => query.error)?.query.error
  const isThere = lists.every(({ query }) => query.data !== undefined)
  return (
    <>
      <div class="head">
        <h1>Lender-placed insurance</h1>
        <Since query={before.query} />
      </div>
      <p class="done" role="status">
        {done}
      </p>
      <PrintFiles done={told} />
      {error && <Problem refusal={error} retry={reload} />}
      {!isThere && !error && <Loading what="placements" />}
      {isThere && (
        <Board
          before={before}
          after={after}
          left={left}
          done={told}
        />
      )}
    </>
  )
}

interface BoardProps {
  before: Pages<Row>
  after: Pages<Row>
  left: Pages<Row> // over, with something to do
  done(message: string): void
}

function Board({ before, after, left, done }: BoardProps) {
  const rows = [...before.rows, ...after.rows, ...left.rows]
  return (
    <div class="columns three" aria-busy={before.query.loading || after.query.loading || left.query.loading}>
      {columns.map(({ key, title, none }) => {
        const pages = key === 'waiting' ? before : after
        const own = sorted(rows.filter((row) => columnOf(row) === key))
        return (
          <section key={key} class="stack" aria-labelledby={`column-${key}`}>
            <h2 id={`column-${key}`}>
              {title} ({own.length}
              {pages.more && ' shown'})
            </h2>
            {own.length === 0 && !pages.more && <Empty>{none}</Empty>}
            {own.map((row) => (
              <article key={row.id} class="card" aria-label={`${row.coverageType.name}, ${row.case.displayName}`}>
                <PlacementCard placement={row} isOpen={row.case.status !== 'closed'} done={done}>
                  <Loan row={row} />
                </PlacementCard>
              </article>
            ))}
            <More pages={pages} />
            {key === 'back' && <More pages={left} />}
          </section>
        )
      })}
    </div>
  )
}

function Loan({ row }: { row: Row }) {
  const { id, displayName, loanNumber, loanAmount } = row.case
  return (
    <p>
      <Link to={href(portfolioOfAddress() ?? '', 'cases', id)}>{displayName}</Link>{' '}
      <span class="quiet">
        {loanNumber !== displayName && loanNumber && `${loanNumber} · `}
        <Money value={loanAmount} />
      </span>
    </p>
  )
}
