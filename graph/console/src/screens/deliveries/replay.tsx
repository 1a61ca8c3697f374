import { useState } from 'preact/hooks'
import { ReplayReceiverDocument } from '../../gql/graphql.ts'
import { counted, isoDay } from '../../lib/format.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import type { ReceiverDialog } from './receiver.ts'

// Replay delivers the events of some days again.
export function Replay({ receiver, onDone, onClose }: ReceiverDialog) {
  const [from, setFrom] = useState(isoDay(-1))
  const [to, setTo] = useState(isoDay())
  const replay = useWrite(ReplayReceiverDocument)
  const confirm = async () => {
    const { replayWebhookEndpoint } = await replay.write({ id: receiver.id, from, to: isoDay(1, new Date(to)) })
    await onDone(`${counted(replayWebhookEndpoint.count, 'event is', 'events are')} delivered again.`)
  }
  const what = (
    <p>
      All events of these days that {receiver.url} gets are delivered to it again, beside new ones, each with the id that it had. A receiver
      that keeps ids drops what it has.
    </p>
  )
  return (
    <Confirm title="Deliver events again" action="Deliver again" what={what} onConfirm={confirm} onClose={onClose}>
      {(errorAt) => (
        <>
          <Field label="From the day" error={errorAt('from')}>
            <input type="date" required value={from} max={to} onInput={(e) => setFrom(e.currentTarget.value)} />
          </Field>
          <Field label="To the day" hint="This day included, in UTC." error={errorAt('to')}>
            <input type="date" required value={to} min={from} max={isoDay()} onInput={(e) => setTo(e.currentTarget.value)} />
          </Field>
        </>
      )}
    </Confirm>
  )
}
