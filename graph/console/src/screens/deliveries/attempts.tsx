import { useState } from 'preact/hooks'
import { DeliveryListDocument, ResendDeliveryDocument, type DeliveryListQuery } from '../../gql/graphql.ts'
import type { WebhookDeliveryState } from '../../gql/enums.ts'
import { href, list, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { counted } from '../../lib/format.ts'
import { Pages, usePages } from '../../lib/pages.tsx'
import { Chips, Confirm, Empty, Link, Loading, Problem, Since, Status, Table, Time, Total, type Column } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { webhookStateWords, word } from '../../lib/words.ts'
import { usePoll } from '../administration/progress.tsx'
import type { Receiver } from './receiver.ts'

type Delivery = DeliveryListQuery['webhookDeliveries']['nodes'][number]
type Attempt = Delivery['attempts'][number]

const stateChips = (Object.keys(webhookStateWords) as WebhookDeliveryState[]).map((value) => ({ value, label: webhookStateWords[value] }))
const tones = { delivered: 'good', failed: 'bad', pending: 'warn' } as const
const seconds = 6_000

// Attempts are the deliveries to a receiver, latest first, with each attempt and what was answered.
export function Attempts({ receiver }: { receiver: Receiver }) {
  const states = list('state').filter((s): s is WebhookDeliveryState => s in webhookStateWords)
  const filter = states.length > 0 ? { state: states } : {}
  const paging = usePages(JSON.stringify([receiver.id, filter]))
  const query = useQuery(DeliveryListDocument, { endpoint: receiver.id, filter, after: paging.after })
  const [sending, setSending] = useState<Delivery>()
  const page = query.data?.webhookDeliveries
  usePoll(query, page?.nodes.some(isSoon) ?? false)
  return (
    <section class="card" aria-labelledby="attempts">
      <h2 id="attempts">Deliveries to {receiver.description ?? receiver.url}</h2>
      <div class="toolbar">
        <Chips label="State" choices={stateChips} chosen={states} onChange={(state) => setParams({ state })} />
      </div>
      {query.error && !page && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!query.error && !page && <Loading what="the deliveries" />}
      {page && (
        <>
          <p>
            <Total value={page.pageInfo.total} one="delivery" many="deliveries" /> of the last 30 days <Since query={query} />
          </p>
          {page.nodes.length === 0 ? (
            <Empty>Nothing like that was sent to it.</Empty>
          ) : (
            <Table caption="Deliveries" columns={columnsOf(setSending)} rows={page.nodes} rowKey={(d) => d.id} />
          )}
          <Pages paging={paging} size={50} rows={page.nodes.length} total={page.pageInfo.total} next={page.pageInfo.endCursor} />
        </>
      )}
      {sending && <Resend delivery={sending} receiver={receiver} onSent={query.reload} onClose={() => setSending(undefined)} />}
    </section>
  )
}

// What will be attempted within seconds is looked after.
const isSoon = ({ state, nextAttemptAt }: Delivery) => state === 'pending' && (nextAttemptAt === null || Date.parse(nextAttemptAt) < Date.now() + seconds)

function columnsOf(send: (d: Delivery) => void): Column<Delivery>[] {
  const columns: Column<Delivery>[] = [
    { key: 'at', title: 'Made', cell: (d) => <Time value={d.createdAt} /> },
    { key: 'type', title: 'Event', cell: (d) => <Event delivery={d} /> },
    { key: 'state', title: 'State', cell: (d) => <Status text={word(webhookStateWords, d.state)} tone={tones[d.state]} /> },
    { key: 'attempts', title: 'Attempts', cell: (d) => <AttemptList delivery={d} /> },
    { key: 'next', title: 'Next attempt', cell: (d) => d.nextAttemptAt && <Time value={d.nextAttemptAt} /> },
  ]
  if (!may('ADMINISTER_WEBHOOKS')) return columns
  return [
    ...columns,
    {
      key: 'send',
      title: 'Send',
      cell: (d) => (
        <button type="button" class="nowrap" onClick={() => send(d)}>
          Send again…
        </button>
      ),
    },
  ]
}

function Event({ delivery }: { delivery: Delivery }) {
  const { subject, type } = delivery
  if (subject.caseId === null) return <>{type}</>
  return (
    <>
      {type}{' '}
      <Link to={href(portfolioOfAddress() ?? '', 'cases', subject.caseId)} aria-label={`The case of ${type}`}>
        case
      </Link>
    </>
  )
}

function AttemptList({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1)
  if (!last) return <span class="quiet">none yet</span>
  return (
    <details>
      <summary>
        {counted(delivery.attemptCount, 'attempt')}, last {answerWords(last)}
      </summary>
      <ol class="plain">
        {delivery.attempts.map((a) => (
          <li key={a.number}>
            {a.number}. <Time value={a.at} />: {answerWords(a)} after {a.durationMs.toLocaleString('en-US')} ms
            {a.answer && <pre>{a.answer}</pre>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function answerWords(attempt: Attempt): string {
  return attempt.error ?? `answered ${attempt.status}`
}

function Resend({
  delivery,
  receiver,
  onSent,
  onClose,
}: {
  delivery: Delivery
  receiver: Receiver
  onSent(): Promise<void>
  onClose(): void
}) {
  const resend = useWrite(ResendDeliveryDocument)
  const confirm = async () => {
    await resend.write({ id: delivery.id })
    await onSent()
  }
  const what = (
    <p>
      The message about {delivery.type} is sent to {receiver.url} once more, {receiver.enabled ? '' : 'although it is disabled, '}with the
      id that it had.
    </p>
  )
  return <Confirm title="Send the message again" action="Send again" what={what} onConfirm={confirm} onClose={onClose} />
}
