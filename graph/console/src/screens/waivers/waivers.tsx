import { useState } from 'preact/hooks'
import type { WaiverState } from '../../gql/enums.ts'
import { list, setParams } from '../../lib/address.ts'
import { Chips, Empty, Loading, Problem, Since, Table, Total, type Column } from '../../lib/parts.tsx'
import { may } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { waiverWords } from '../../lib/words.ts'
import { Export } from '../../list/export.tsx'
import { More } from '../../list/more.tsx'
import { type Pages, usePages } from '../../list/pages.ts'
import { useActors } from '../case/actors.ts'
import { Decide } from '../case/decide.tsx'
import { columns, listed, type Row, sheet } from './columns.tsx'

const states = (Object.keys(waiverWords) as WaiverState[]).map((value) => ({ value, label: waiverWords[value] }))

// Waivers are those of the whole portfolio that await a decision, the oldest first; or those in other states.
export function Waivers() {
  useTitle('Exceptions')
  const chosen = list('state').length > 0 ? list('state') : ['requested']
  const wanted = { filter: { state: chosen as WaiverState[] } }
  const pages = usePages(listed, wanted)
  const [done, setDone] = useState({ words: '', count: 0 })
  const { query, rows, total } = pages
  const decided = (words: string) => {
    setDone((before) => ({ words, count: before.count + 1 }))
    void query.reload()
  }
  return (
    <>
      <div class="head">
        <h1>Exceptions</h1>
        {query.data !== undefined && (
          <span>
            <Total value={total} one="exception" /> {chosen.join() === 'requested' && 'awaiting a decision'}
          </span>
        )}
        <Since query={query} />
      </div>
      <p class="done" role="status">
        {done.words}
      </p>
      <div class="toolbar">
        <Chips label="State" choices={states} chosen={chosen} onChange={(state) => setParams({ state })} />
        <Export listed={listed} wanted={wanted} sheet={sheet} noun="exceptions" disabled={rows.length === 0} />
      </div>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.data && query.loading && <Loading what="exceptions" />}
      {query.data !== undefined && (
        <section id="found" class="card" aria-busy={query.loading}>
          {rows.length > 0 ? (
            <Found pages={pages} revision={done.count} decided={decided} />
          ) : (
            <Empty>{chosen.join() === 'requested' ? 'No exception awaits a decision.' : 'No exception is in these states.'}</Empty>
          )}
          <More pages={pages} />
        </section>
      )}
    </>
  )
}

interface FoundProps {
  pages: Pages<Row>
  // Counts the decisions made here.
  revision: number
  decided(words: string): void
}

function Found({ pages: { rows }, revision, decided }: FoundProps) {
  const by = useActors(rows, revision)
  const decision: Column<Row> = { key: 'decide', title: 'Decision', cell: (row) => (row.case.status === 'closed' ? 'Case closed' : <Decide waiver={row} done={decided} />) }
  const all = may('DECIDE_WAIVERS') ? [...columns(by), decision] : columns(by)
  return <Table caption="Exceptions" columns={all} rows={rows} rowKey={(row) => row.id} />
}
