import type { EventType } from '../../gql/enums.ts'
import { Field } from '../../lib/parts.tsx'
import type { At } from '../../lib/typed.ts'
import { counted } from '../../lib/format.ts'
import { groups } from './event-kinds.ts'

export interface WebhookDraft {
  url: string
  description: string
  all: boolean
  types: EventType[]
}

export const emptyWebhook: WebhookDraft = { url: '', description: '', all: true, types: [] }

// inputOf is what is sent of a form: none of the types is all of them.
export const inputOf = ({ url, description, all, types }: WebhookDraft) => ({ url: url.trim(), description: description.trim() || null, types: all ? [] : types })

interface Props {
  draft: { value: WebhookDraft; set(change: Partial<WebhookDraft>): void }
  at: At
}

// WebhookFields are where events are sent to, what for, and which.
export function WebhookFields({ draft: { value, set }, at }: Props) {
  return (
    <>
      <Field label="Address" hint="It begins with https:// and is reachable from the Internet." error={at('/url')}>
        <input type="url" inputMode="url" placeholder="https://hooks.example.com/covertrack" value={value.url} onInput={(event) => set({ url: event.currentTarget.value })} />
      </Field>
      <Field label="What it is for" error={at('/description')}>
        <input value={value.description} onInput={(event) => set({ description: event.currentTarget.value })} />
      </Field>
      <fieldset class="choices">
        <legend>Events</legend>
        <label class="check">
          <input type="radio" name="events" checked={value.all} onChange={() => set({ all: true })} /> All of them, those of later releases too
        </label>
        <label class="check">
          <input type="radio" name="events" checked={!value.all} onChange={() => set({ all: false })} /> Only some
          {!value.all && <span class="quiet">, {counted(value.types.length, 'kind')} chosen</span>}
        </label>
        {at('/types') && (
          <p class="error" role="alert">
            {at('/types')}
          </p>
        )}
      </fieldset>
      {!value.all && <Kinds value={value} set={set} />}
    </>
  )
}

function Kinds({ value, set }: Props['draft']) {
  const toggle = (type: EventType) => set({ types: value.types.includes(type) ? value.types.filter((one) => one !== type) : [...value.types, type] })
  return (
    <div class="kinds">
      {groups.map((group) => (
        <fieldset key={group.name} class="choices">
          <legend>{group.name}</legend>
          {group.kinds.map(({ type, name, words }) => (
            <label key={type} class="check" title={name}>
              <input type="checkbox" checked={value.types.includes(type)} onChange={() => toggle(type)} /> {words}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
