import { href } from '../../lib/address.ts'
import { counted } from '../../lib/format.ts'
import { Link, Time } from '../../lib/parts.tsx'
import { webhookStateWords, word } from '../../lib/words.ts'
import type { Delivery } from './search.ts'

// Deliveries are those of one message, to each of its receivers.
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <>
      <h3>To whom it was sent</h3>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Link to={href('look-up', { q: delivery.id })}>{word(webhookStateWords, delivery.deliveryState)}</Link>,{' '}
            {counted(delivery.attemptCount, 'attempt')}, <Link to={href('look-up', { q: delivery.endpointId })}>receiver</Link>{' '}
            <Time value={delivery.settledAt ?? delivery.createdAt} />
          </li>
        ))}
      </ul>
    </>
  )
}

// Attempts are those of one delivery.
export function Attempts({ attempts }: Delivery) {
  return (
    <>
      <h3>Attempts</h3>
      <ol>
        {attempts.map(({ at, status, error }) => (
          <li key={at}>
            <Time value={at} /> {status ? `answered ${status}` : error}
          </li>
        ))}
      </ol>
    </>
  )
}
