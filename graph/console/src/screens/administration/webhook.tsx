import { useState } from 'preact/hooks'
import {
  DeleteWebhookDocument, RotateWebhookDocument, SaveWebhookDocument, WebhookDocument, type WebhookQuery,
} from '../../gql/graphql.ts'
import { go, portfolioOfAddress } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import { dayAndTime } from '../../lib/format.ts'
import { ask } from '../../lib/graphql.ts'
import { useOnce, type Secret } from '../../lib/once.tsx'
import { Confirm, Empty, Link, Loading, Problem, Since } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { pointed } from '../../lib/typed.ts'
import { Attempts } from '../deliveries/attempts.tsx'
import { EnableReceiver, ReceiverState, TestReceiver } from '../deliveries/receivers.tsx'
import { Replay } from '../deliveries/replay.tsx'
import { Refused } from '../new-case/refused.tsx'
import { Restored } from '../../lib/restored.tsx'
import { inputOf, WebhookFields } from './webhook-form.tsx'
import { listAddress } from './webhooks.tsx'

type Webhook = NonNullable<WebhookQuery['webhookEndpoint']>

// WebhookPage is one receiver of events: its settings, its secret, and what was delivered to it.
export function WebhookPage({ id }: { id: string }) {
  const query = useQuery(WebhookDocument, { id })
  const [done, setDone] = useState({ words: '', count: 0 })
  const { place, show } = useOnce('the new secret')
  const webhook = query.data?.webhookEndpoint
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the receiver" />
  if (!webhook) return <Empty>There is no such receiver in this portfolio. <Link to={listAddress()}>All receivers</Link></Empty>
  const tell = async (words: string) => {
    setDone((before) => ({ words, count: before.count + 1 }))
    await query.reload()
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Webhooks</Link>
      </p>
      <div class="head">
        <h1>{webhook.description ?? webhook.url}</h1>
        <Since query={query} />
      </div>
      <p>
        <ReceiverState receiver={webhook} />
        {webhook.oldSecretUntil && Date.parse(webhook.oldSecretUntil) > Date.now() && (
          <span class="of">The secret before signs too until {dayAndTime(webhook.oldSecretUntil)}.</span>
        )}
      </p>
      <p class="done" role="status">
        {done.words}
      </p>
      {place}
      {may('ADMINISTER_WEBHOOKS') && <Moves webhook={webhook} done={tell} show={show} />}
      <Settings key={webhook.updatedAt} webhook={webhook} done={tell} />
      <Attempts key={done.count} receiver={webhook} />
    </>
  )
}

interface Props {
  webhook: Webhook
  done(words: string): Promise<void>
}

type Ask = 'test' | 'pause' | 'enable' | 'replay' | 'rotate' | 'delete'

function Moves({ webhook, done, show }: Props & { show(secrets: readonly Secret[]): void }) {
  const [asking, setAsking] = useState<Ask>()
  const dialog = { receiver: webhook, onDone: done, onClose: () => setAsking(undefined) }
  const own = { webhook, done, onClose: () => setAsking(undefined) }
  const buttons: readonly [Ask, string][] = [
    ['test', 'Send a test…'],
    webhook.enabled ? ['pause', 'Pause…'] : ['enable', 'Enable…'],
    ...(webhook.enabled ? [['replay', 'Deliver again…'] as [Ask, string]] : []),
    ['rotate', 'Rotate the secret…'],
    ['delete', 'Delete…'],
  ]
  return (
    <p class="row">
      {buttons.map(([what, name]) => (
        <button key={what} type="button" class={what === 'delete' ? 'danger' : undefined} onClick={() => setAsking(what)}>
          {name}
        </button>
      ))}
      {asking === 'test' && <TestReceiver {...dialog} />}
      {asking === 'enable' && <EnableReceiver {...dialog} />}
      {asking === 'replay' && <Replay {...dialog} />}
      {asking === 'pause' && <Pause {...own} />}
      {asking === 'rotate' && <Rotate {...own} show={show} />}
      {asking === 'delete' && <Delete {...own} />}
    </p>
  )
}

function Pause({ webhook, done, onClose }: Props & { onClose(): void }) {
  const save = useWrite(SaveWebhookDocument)
  const run = async () => {
    await save.write({ id: webhook.id, input: { enabled: false } })
    await done('It gets no events until somebody enables it.')
  }
  const what = <p>{webhook.url} gets nothing but tests from now on; what waits for another attempt is given up. “Deliver again” sends what it missed.</p>
  return <Confirm title="Pause the receiver" action="Pause" what={what} onConfirm={run} onClose={onClose} />
}

function Rotate({ webhook, done, show, onClose }: Props & { onClose(): void; show(secrets: readonly Secret[]): void }) {
  const run = async () => {
    const { rotateWebhookSecret } = await ask(RotateWebhookDocument, { id: webhook.id }, { portfolio: portfolioOfAddress() })
    show([['Secret', rotateWebhookSecret.secret!]])
    await done('Messages are signed with the new secret from now on.')
  }
  const what = (
    <p>Messages are signed with a new secret from now on. The one before signs too for 24 hours, and one that is older no more. The new one is shown this once.</p>
  )
  return <Confirm title="Rotate the secret" action="Rotate" what={what} onConfirm={run} onClose={onClose} />
}

function Delete({ webhook, onClose }: Props & { onClose(): void }) {
  const remove = useWrite(DeleteWebhookDocument)
  const run = async () => {
    await remove.write({ id: webhook.id })
    go(listAddress())
  }
  const what = <p>{webhook.url} gets nothing any more, and what was delivered to it is forgotten. This cannot be undone.</p>
  return <Confirm title="Delete the receiver" action="Delete" danger what={what} onConfirm={run} onClose={onClose} />
}

function Settings({ webhook, done }: Props) {
  const { url, description, types } = webhook
  const draft = useDraft(`webhook ${webhook.id} ${webhook.updatedAt}`, { url, description: description ?? '', all: types.length === 0, types: [...types] })
  const save = useWrite(SaveWebhookDocument)
  const at = pointed(save.error?.violations ?? [])
  async function submit(event: Event) {
    event.preventDefault()
    try {
      await save.write({ id: webhook.id, input: inputOf(draft.value) })
      draft.clear()
      await done('Saved.')
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <form class="card form" aria-label="Settings" onSubmit={(event) => void submit(event)} noValidate>
      <h2>Settings</h2>
      <Restored draft={draft} what="the settings" />
      <fieldset disabled={!may('ADMINISTER_WEBHOOKS')}>
        <WebhookFields draft={draft} at={at} />
      </fieldset>
      {save.error && <Refused refusal={save.error} at={at} />}
      {may('ADMINISTER_WEBHOOKS') && (
        <button type="submit" class="primary" disabled={save.busy}>
          {save.busy ? 'Saving…' : 'Save the settings'}
        </button>
      )}
    </form>
  )
}
