import { useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { CreateWebhookDocument, ReceiverListDocument } from '../../gql/graphql.ts'
import { go, portfolioOfAddress } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import { ask, type Refusal } from '../../lib/graphql.ts'
import { useOnce } from '../../lib/once.tsx'
import { Empty, Link, Loading, Problem, Since, Table, Time, Total, type Column } from '../../lib/parts.tsx'
import { refusalOf, useQuery } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { pointed } from '../../lib/typed.ts'
import type { Receiver } from '../deliveries/receiver.ts'
import { ReceiverState } from '../deliveries/receivers.tsx'
import { Refused } from '../new-case/refused.tsx'
import { Restored } from '../../lib/restored.tsx'
import { addressOf, recordAddress } from './entries.ts'
import { Frame } from './frame.tsx'
import { emptyWebhook, inputOf, WebhookFields } from './webhook-form.tsx'
import { WebhookPage } from './webhook.tsx'

export const listAddress = () => addressOf({ part: 'webhooks', screen: () => null })

// Webhooks are the programs that are told of events, one of them, or a new one.
export function Webhooks() {
  const { params } = useRoute()
  const id = params['id']
  return (
    <Frame part="webhooks" title="Webhooks">
      {id === 'new' ? <NewWebhook /> : id ? <WebhookPage id={id} /> : <List />}
    </Frame>
  )
}

const columns: Column<Receiver>[] = [
  {
    key: 'name',
    title: 'Receiver',
    cell: (row) => (
      <>
        <Link to={recordAddress('webhooks', row.id)}>{row.description ?? row.url}</Link>
        {row.description && <span class="of">{row.url}</span>}
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (row) => <ReceiverState receiver={row} /> },
  { key: 'types', title: 'Gets', cell: ({ names }) => (names.length === 0 ? 'all events' : names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')) },
  { key: 'since', title: 'Since', cell: (row) => <Time value={row.createdAt} /> },
]

function List() {
  const query = useQuery(ReceiverListDocument, {})
  const receivers = query.data?.webhookEndpoints.nodes
  if (!receivers) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the webhooks" />
  return (
    <>
      <div class="head">
        <h1>Webhooks</h1>
        <Total value={receivers.length} one="receiver" />
        <Since query={query} />
      </div>
      <p class="quiet">A receiver is a program of yours that is told of this portfolio’s events as they happen. Each message is signed with its secret.</p>
      {may('ADMINISTER_WEBHOOKS') && (
        <p>
          <Link to={recordAddress('webhooks', 'new')} class="button">
            New receiver
          </Link>
        </p>
      )}
      <section id="found" class="card" aria-busy={query.loading}>
        {receivers.length > 0 ? (
          <Table caption="Receivers of events" columns={columns} rows={receivers} rowKey={({ id }) => id} onOpen={({ id }) => go(recordAddress('webhooks', id))} />
        ) : (
          <Empty>No program is told of this portfolio’s events.</Empty>
        )}
      </section>
    </>
  )
}

function NewWebhook() {
  const draft = useDraft('webhook', emptyWebhook)
  const [state, setState] = useState<{ busy: boolean; refusal?: Refusal; made?: string }>({ busy: false })
  const { place, show } = useOnce('the secret')
  const at = pointed(state.refusal?.violations ?? [])
  async function save(event: Event) {
    event.preventDefault()
    setState({ busy: true })
    try {
      const { createWebhookEndpoint } = await ask(CreateWebhookDocument, { input: inputOf(draft.value) }, { portfolio: portfolioOfAddress() })
      show([['Secret', createWebhookEndpoint.secret!]])
      draft.clear()
      setState({ busy: false, made: createWebhookEndpoint.id })
    } catch (error) {
      setState({ busy: false, refusal: refusalOf(error) })
    }
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Webhooks</Link>
      </p>
      <div class="head">
        <h1>New receiver</h1>
      </div>
      {place}
      {state.made ? (
        <p class="done" role="status">
          The receiver gets events from now on. <Link to={recordAddress('webhooks', state.made)}>Open it to send a test</Link>
        </p>
      ) : (
        <form class="card form narrow" onSubmit={(event) => void save(event)} noValidate>
          <Restored draft={draft} what="the receiver" />
          <WebhookFields draft={draft} at={at} />
          {state.refusal && <Refused refusal={state.refusal} at={at} />}
          <p class="row">
            <button type="submit" class="primary" disabled={state.busy}>
              {state.busy ? 'Making…' : 'Make the receiver'}
            </button>
            <Link to={listAddress()}>Back</Link>
          </p>
        </form>
      )}
    </>
  )
}
