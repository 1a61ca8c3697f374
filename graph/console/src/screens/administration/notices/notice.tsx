import { useEffect, useRef, useState } from 'preact/hooks'
import { RetireNoticeDocument, SaveNoticeDocument } from '../../../gql/graphql.ts'
import { useDraft, type Drafted } from '../../../lib/draft.ts'
import { Confirm, Field, Link, Since, Status, Time } from '../../../lib/parts.tsx'
import { useWrite, type Query } from '../../../lib/query.ts'
import { Restored } from '../../../lib/restored.tsx'
import { may } from '../../../lib/session.ts'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { addressOf } from '../entries.ts'
import type { Own, Row } from './notices.tsx'
import { NoticePreview } from './preview.tsx'

interface Wording {
  text: string
}

// NoticePage words one notice: the draft stays in this browser until it is saved, and beside it stands how it reads.
export function NoticePage({ row, query }: { row: Row; query: Query<unknown> }) {
  const { key, programme, step, own } = row
  const current = { text: own?.text ?? step.builtIn }
  const draft = useDraft<Wording>(`notice wording ${key} ${own?.id ?? ''}`, current)
  const [said, setSaid] = useState('')
  const done = async (words: string) => {
    draft.clear()
    setSaid(words)
    await query.reload()
  }
  return (
    <>
      <p class="crumb">
        <Link to={addressOf({ part: 'notices', screen: () => null })}>Notices</Link>
      </p>
      <div class="head">
        <h1>{step.name}</h1>
        {own ? <Status text={`Your own wording, version ${own.version}`} tone="good" /> : <Status text={step.modelForm ? `Model form ${step.modelForm}` : 'Built-in wording'} />}
        {own && (
          <span class="quiet">
            since <Time value={own.createdAt} />
          </span>
        )}
        <Since query={query} />
      </div>
      <p class="quiet">
        {programme.name}: {step.source}.{step.onlyStatementsSource && ` It says nothing else (${step.onlyStatementsSource}).`}
      </p>
      <p class="done" role="status">
        {said}
      </p>
      <div class="columns two">
        <Editor row={row} draft={draft} current={current} done={done} />
        <NoticePreview programme={programme.key} step={step} text={draft.value.text} />
      </div>
    </>
  )
}

interface EditorProps {
  row: Row
  draft: Drafted<Wording>
  current: Wording
  done(words: string): Promise<void>
}

function Editor({ row: { programme, step, own }, draft, current, done }: EditorProps) {
  const save = useWrite(SaveNoticeDocument)
  const form = useRef<HTMLFormElement>(null)
  const at = pointed(save.error?.violations ?? [])
  const { text } = draft.value
  const isChanged = text !== current.text
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [save.error])
  async function submit(event: Event) {
    event.preventDefault()
    try {
      const { createNoticeWording } = await save.write({ input: { programme: programme.key, step: step.key, text } })
      await done(`Notices are worded like this from now on: version ${createNoticeWording.version}.`)
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <form ref={form} class="card form" aria-label="Wording" onSubmit={(event) => void submit(event)} noValidate>
      <Restored draft={draft} what="the wording" />
      <Field label="Wording" hint="**Two asterisks** on both sides are bold. What stands in { } is filled in. [[asked]] and [[/asked]] are around what says a statement in own words." error={at('/text')}>
        <textarea rows={24} spellcheck value={text} onInput={(event) => draft.set({ text: event.currentTarget.value })} />
      </Field>
      {save.error && <Refused refusal={save.error} at={at} />}
      {may('ADMINISTER_LETTERS') && (
        <p class="row">
          <button type="submit" class="primary" disabled={save.busy || !isChanged}>
            {save.busy ? 'Saving…' : 'Save the wording'}
          </button>
          {isChanged && (
            <button type="button" onClick={draft.clear}>
              Undo the changes
            </button>
          )}
          {own && <Retire own={own} done={done} />}
        </p>
      )}
      <p class="quiet">A notice that is written after you save has the new wording. The one that was sent is kept with its placement.</p>
    </form>
  )
}

function Retire({ own, done }: { own: Own; done(words: string): Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const retire = useWrite(RetireNoticeDocument)
  const run = async () => {
    await retire.write({ id: own.id })
    await done('Notices have the words of the law again.')
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Back to the law’s words…
      </button>
      {asking && (
        <Confirm
          title="Back to the law’s words"
          what={<p>Notices of this kind have the built-in wording from now on. Your own stays on record, and notices that it worded stay as they are.</p>}
          action="Use the built-in wording"
          danger
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
