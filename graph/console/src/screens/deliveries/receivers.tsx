import { useState } from 'preact/hooks'
import { EnableReceiverDocument, ReceiverListDocument, TestReceiverDocument } from '../../gql/graphql.ts'
import { param, withParams } from '../../lib/address.ts'
import { Confirm, Empty, Link, Loading, Problem, Since, Status, Table, Time, type Column } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { Attempts } from './attempts.tsx'
import { recordAddress } from '../administration/entries.ts'
import type { Receiver, ReceiverDialog } from './receiver.ts'
import { Replay } from './replay.tsx'

type Ask = { what: 'test' | 'enable' | 'replay'; receiver: Receiver }

// ReceiversTab is the programs that are told of events, and what was delivered to the one that is open.
export function ReceiversTab() {
  const query = useQuery(ReceiverListDocument, {})
  const [asking, setAsking] = useState<Ask>()
  const [done, setDone] = useState({ words: '', count: 0 })
  const receivers = query.data?.webhookEndpoints.nodes
  if (!receivers)
    return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the receivers" />
  const open = receivers.find((r) => r.id === param('endpoint')) ?? receivers[0]
  const onDone = async (words: string) => {
    setDone((before) => ({ words, count: before.count + 1 }))
    await query.reload()
  }
  const dialog = asking && { receiver: asking.receiver, onDone, onClose: () => setAsking(undefined) }
  return (
    <>
      <p class="hidden" role="status">
        {done.words}
      </p>
      <section class="card">
        <p>
          <Since query={query} />
        </p>
        {receivers.length === 0 ? (
          <Empty>
            No program is told of this portfolio’s events.{' '}
            {may('ADMINISTER_WEBHOOKS') && <Link to={recordAddress('webhooks', 'new')}>Add a receiver</Link>}
          </Empty>
        ) : (
          <Table
            caption="Receivers of events"
            columns={columnsOf(open?.id, setAsking)}
            rows={receivers}
            rowKey={(r) => r.id}
            current={open?.id}
          />
        )}
      </section>
      {done.words && <p class="note">{done.words}</p>}
      {open && <Attempts key={`${open.id} ${done.count}`} receiver={open} />}
      {dialog && asking.what === 'test' && <TestReceiver {...dialog} />}
      {dialog && asking.what === 'enable' && <EnableReceiver {...dialog} />}
      {dialog && asking.what === 'replay' && <Replay {...dialog} />}
    </>
  )
}

function columnsOf(open: string | undefined, ask: (a: Ask) => void): Column<Receiver>[] {
  const columns: Column<Receiver>[] = [
    { key: 'name', title: 'Receiver', cell: (r) => <Name receiver={r} open={r.id === open} /> },
    { key: 'state', title: 'State', cell: (r) => <ReceiverState receiver={r} /> },
    { key: 'types', title: 'Gets', cell: (r) => (r.names.length === 0 ? 'all events' : r.names.join(', ')) },
    { key: 'since', title: 'Since', cell: (r) => <Time value={r.createdAt} /> },
  ]
  if (!may('ADMINISTER_WEBHOOKS')) return columns
  const buttons = (r: Receiver) => (
    <span class="row">
      <button type="button" onClick={() => ask({ what: 'test', receiver: r })}>
        Test…
      </button>
      {r.enabled ? (
        <button type="button" onClick={() => ask({ what: 'replay', receiver: r })}>
          Deliver again…
        </button>
      ) : (
        <button type="button" onClick={() => ask({ what: 'enable', receiver: r })}>
          Enable…
        </button>
      )}
    </span>
  )
  return [...columns, { key: 'do', title: 'Do', cell: buttons }]
}

function Name({ receiver, open }: { receiver: Receiver; open: boolean }) {
  return (
    <>
      {open ? (
        <strong>{receiver.description ?? receiver.url}</strong>
      ) : (
        <Link to={withParams({ endpoint: receiver.id, state: null })}>{receiver.description ?? receiver.url}</Link>
      )}
      {receiver.description && <span class="of">{receiver.url}</span>}
    </>
  )
}

// ReceiverState says whether a receiver gets events, and why not.
export function ReceiverState({ receiver }: { receiver: Pick<Receiver, 'enabled' | 'disabledReason'> }) {
  if (receiver.enabled) return <Status text="Gets events" tone="good" />
  return (
    <>
      <Status text="Disabled" tone={receiver.disabledReason === null ? undefined : 'bad'} />
      <span class="of">{receiver.disabledReason ?? 'Somebody disabled it.'}</span>
    </>
  )
}

export function TestReceiver({ receiver, onDone, onClose }: ReceiverDialog) {
  const test = useWrite(TestReceiverDocument)
  const confirm = async () => {
    await test.write({ id: receiver.id })
    await onDone('A test is on its way. It is the first of the deliveries below.')
  }
  return (
    <Confirm
      title="Test the receiver"
      action="Send a test"
      what={<p>One test message is sent to {receiver.url}. It tells of no event.</p>}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

export function EnableReceiver({ receiver, onDone, onClose }: ReceiverDialog) {
  const enable = useWrite(EnableReceiverDocument)
  const confirm = async () => {
    await enable.write({ id: receiver.id })
    await onDone('It gets events from now on. Those of the meantime can be delivered again.')
  }
  return (
    <Confirm
      title="Enable the receiver"
      action="Enable"
      what={
        <p>
          {receiver.url} gets events from now on. Those of the time while it was disabled were passed over; “Deliver again” sends them.
        </p>
      }
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
