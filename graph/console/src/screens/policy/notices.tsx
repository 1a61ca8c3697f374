import { useEffect, useState } from 'preact/hooks'
import { param, withParams } from '../../lib/address.ts'
import { present as now } from '../../lib/format.ts'
import { Day, Empty, Link, Table, type Column } from '../../lib/parts.tsx'
import { mayWrite } from '../../lib/session.ts'
import { stepWords, word } from '../../lib/words.ts'
import { sendColumn, stateColumns, toColumn } from './columns.tsx'
import { Letter } from './letter.tsx'
import { SendAgain } from './send.tsx'
import type { Notice, Policy } from './types.ts'
import { canSendAgain } from './why.ts'

// A notice that was sent again is gone within seconds; the screen looks after it until then.
const again = 3_000

// Notices are the steps of renewal follow-up, done and to come; a step opens its letter.
export function Notices({ policy, reload }: { policy: Policy; reload(): Promise<void> }) {
  const [sending, setSending] = useState<Notice>()
  const byDay = [...policy.renewalNotices].sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  const present = byDay.filter((n) => n.termNumber === policy.termNumber)
  const earlier = byDay.filter((n) => n.termNumber !== policy.termNumber)
  const open = policy.renewalNotices.find((n) => n.id === param('letter'))
  const waits = policy.renewalNotices.some((n) => n.state === 'planned' && n.blockedBy === null && Date.parse(n.dueAt) <= now().getTime())
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void reload(), again)
    return () => clearInterval(timer)
  }, [waits])
  const mayChange = mayWrite() && policy.case.status !== 'closed'
  const columns = columnsOf(open?.id, mayChange && policy.renewalNotices.some((n) => canSendAgain(n.state)) ? setSending : undefined)
  const table = (notices: readonly Notice[], caption: string) => (
    <Table caption={caption} columns={columns} rows={notices} rowKey={(n) => n.id} current={open?.id} />
  )
  return (
    <section class="card">
      <h2>Renewal notices</h2>
      {present.length > 0 ? table(present, 'Notices of the current term') : <Empty>No notice is planned for the current term.</Empty>}
      {earlier.length > 0 && (
        <details open={earlier.some((n) => n.id === open?.id)}>
          <summary>Notices of earlier terms</summary>
          {table(earlier, 'Notices of earlier terms')}
        </details>
      )}
      {open && <Letter key={open.id + open.state} policy={policy.id} notice={open} />}
      {sending && <SendAgain notice={sending} onSent={reload} onClose={() => setSending(undefined)} />}
    </section>
  )
}

function columnsOf(open: string | undefined, send: ((n: Notice) => void) | undefined): Column<Notice>[] {
  const columns: Column<Notice>[] = [
    { key: 'step', title: 'Step', cell: (n) => `${word(stepWords, n.step)}${n.cancellation ? ' (of the cancellation)' : ''}` },
    { key: 'due', title: 'Due', cell: (n) => <Day value={n.dueAt} distance /> },
    ...stateColumns<Notice>(),
    toColumn(),
    { key: 'letter', title: 'Letter', cell: (n) => <LetterLink notice={n} open={n.id === open} /> },
  ]
  return send ? [...columns, sendColumn(send)] : columns
}

function LetterLink({ notice, open }: { notice: Notice; open: boolean }) {
  if (open) return <Link to={withParams({ letter: null })}>Close</Link>
  const name = `Letter of the step ${word(stepWords, notice.step)}`
  return (
    <Link to={withParams({ letter: notice.id })} aria-label={name}>
      Read
    </Link>
  )
}
