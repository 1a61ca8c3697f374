import { useState } from 'preact/hooks'
import { NoticeListDocument, NoticesWaitingDocument, type NoticeListQuery } from '../../gql/graphql.ts'
import type { RenewalNoticeState, RenewalStep } from '../../gql/enums.ts'
import { href, list, param, portfolioOfAddress, setParams, withParams } from '../../lib/address.ts'
import { counted, day, isoDay, present } from '../../lib/format.ts'
import { Pages, usePages } from '../../lib/pages.tsx'
import { Chips, Day, Empty, Link, Loading, Problem, Since, Table, Total, type Column } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { noticeStateWords, stepWords, word } from '../../lib/words.ts'
import { sendColumn, stateColumns, toColumn } from '../policy/columns.tsx'
import { SendAgain } from '../policy/send.tsx'
import { Outcome } from './outcome.tsx'
import { chosenStates, filterOf, sortOf } from './notice-filter.ts'

type Notice = NoticeListQuery['renewalNotices']['nodes'][number]

const address = { param, list }
const stateChips = (Object.keys(noticeStateWords) as RenewalNoticeState[]).map((value) => ({ value, label: noticeStateWords[value] }))

// NoticesTab is the notices of renewal follow-up by what became of them.
export function NoticesTab() {
  const filter = filterOf(address)
  const sort = sortOf(address)
  const paging = usePages(JSON.stringify([filter, sort]))
  const query = useQuery(NoticeListDocument, { filter, sort, after: paging.after })
  const [sending, setSending] = useState<Notice>()
  const [sent, setSent] = useState<Notice>()
  const page = query.data?.renewalNotices
  return (
    <>
      <Filters />
      <Waiting />
      {sent && <Outcome key={sent.id + sent.attemptNumber} notice={sent} onOver={query.reload} />}
      {query.error && !query.data && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {query.loading && !query.data && <Loading what="the notices" />}
      {page && (
        <section class="card" aria-busy={query.loading}>
          <p>
            <Total value={page.pageInfo.total} one="notice" /> <Since query={query} />
          </p>
          {page.nodes.length > 0 ? (
            <Table caption="Notices" columns={columnsOf(setSending)} rows={page.nodes} rowKey={(n) => n.id} />
          ) : (
            <Nothing />
          )}
          <Pages paging={paging} size={50} rows={page.nodes.length} total={page.pageInfo.total} next={page.pageInfo.endCursor} />
        </section>
      )}
      {sending && (
        <SendAgain
          notice={sending}
          onClose={() => setSending(undefined)}
          onSent={async () => {
            setSent(sending)
            await query.reload()
          }}
        />
      )}
    </>
  )
}

function Filters() {
  const steps = list('step')
  return (
    <div class="toolbar">
      <Chips label="State" choices={stateChips} chosen={chosenStates(address)} onChange={(state) => setParams({ state })} />
      <label class="row">
        Step{' '}
        <select value={param('step')} onChange={(e) => setParams({ step: e.currentTarget.value })}>
          <option value="">every step</option>
          {(Object.keys(stepWords) as RenewalStep[]).map((s) => (
            <option key={s} value={s}>
              {stepWords[s]}
            </option>
          ))}
          {steps.length > 1 && <option value={param('step')}>{steps.length} steps</option>}
        </select>
      </label>
      <Due />
    </div>
  )
}

function Due() {
  const [from, before] = [param('due[gte]'), param('due[lt]')]
  if (from === '' && before === '') return null
  const words = [from && `from ${day(from)}`, before && `before ${day(before)}`].filter(Boolean).join(', ')
  const clear = () => setParams({ 'due[gte]': null, 'due[lt]': null })
  return (
    <button type="button" class="chip" aria-pressed="true" title="Remove" onClick={clear}>
      Due {words} ✕
    </button>
  )
}

function columnsOf(send: (n: Notice) => void): Column<Notice>[] {
  const portfolio = portfolioOfAddress() ?? ''
  const columns: Column<Notice>[] = [
    { key: 'due', title: 'Due', cell: (n) => <Day value={n.dueAt} distance /> },
    {
      key: 'step',
      title: 'Step',
      cell: (n) => (
        <Link
          to={n.policy ? href(portfolio, 'policies', n.policy.id, { letter: n.id }) : href(portfolio, 'cases', n.case.id)}
          title={n.policy ? 'Read the letter' : 'Open the case'}
        >
          {word(stepWords, n.step)}
        </Link>
      ),
    },
    ...stateColumns<Notice>(),
    { key: 'about', title: 'About', cell: (n) => <About notice={n} portfolio={portfolio} /> },
    toColumn(),
  ]
  return may('SEND_NOTICES') ? [...columns, sendColumn(send)] : columns
}

function About({ notice, portfolio }: { notice: Notice; portfolio: string }) {
  return (
    <>
      <Link to={href(portfolio, 'cases', notice.case.id)}>{notice.case.displayName}</Link>
      {notice.policy && (
        <span class="of">
          <Link to={href(portfolio, 'policies', notice.policy.id)}>{notice.policy.displayName}</Link>
        </span>
      )}
    </>
  )
}

// Waiting are the notices whose day has come and that did not go out, whatever the list shows.
function Waiting() {
  const [now] = useState(() => present().toISOString())
  const query = useQuery(NoticesWaitingDocument, { now })
  const total = query.data?.renewalNotices.pageInfo.total ?? 0
  if (total === 0) return null
  const to = withParams({ state: 'planned', 'due[lt]': isoDay(1), 'due[gte]': null, step: null })
  return (
    <p class="note">
      {counted(total, 'notice is', 'notices are')} due and did not go out. <Link to={to}>See what is in the way</Link>
    </p>
  )
}

function Nothing() {
  return <Empty>No notice matches: nothing has failed or was held back.</Empty>
}
