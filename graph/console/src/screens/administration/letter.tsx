import { useEffect, useRef, useState } from 'preact/hooks'
import { RetireWordingDocument, SaveWordingDocument } from '../../gql/graphql.ts'
import { useDraft, type Drafted } from '../../lib/draft.ts'
import { Confirm, Field, Link, Since, Status, Time } from '../../lib/parts.tsx'
import { useWrite, type Query } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { pointed, type At } from '../../lib/typed.ts'
import { stepWords, word } from '../../lib/words.ts'
import { Refused } from '../new-case/refused.tsx'
import { Restored } from '../../lib/restored.tsx'
import { addressOf } from './entries.ts'
import { LetterPreview } from './letter-preview.tsx'
import { whenWords, type BuiltIn, type Own } from './letters.tsx'

interface Props {
  builtIn: BuiltIn
  own: Own | undefined
  query: Query<unknown>
}

export interface Wording {
  subject: string
  body: string
}

// LetterPage words one kind of letter: the draft stays in this browser until it is saved, and beside it stands what it makes.
export function LetterPage({ builtIn, own, query }: Props) {
  const { step } = builtIn
  const current = { subject: (own ?? builtIn).subject, body: (own ?? builtIn).body }
  const draft = useDraft<Wording>(`letter ${step} ${own?.id ?? ''}`, current)
  const [words, setWords] = useState('')
  return (
    <>
      <p class="crumb">
        <Link to={addressOf({ part: 'letters', screen: () => null })}>Letters</Link>
      </p>
      <div class="head">
        <h1>{word(stepWords, step)}</h1>
        {own ? <Status text={`Your own wording, version ${own.version}`} tone="good" /> : <Status text="Built-in wording" />}
        {own && (
          <span class="quiet">
            since <Time value={own.createdAt} />
          </span>
        )}
        <Since query={query} />
      </div>
      <p class="quiet">{whenWords[step]}.</p>
      <p class="done" role="status">
        {words}
      </p>
      <div class="columns two">
        <Editor
          builtIn={builtIn}
          own={own}
          draft={draft}
          current={current}
          done={async (said) => {
            draft.clear()
            setWords(said)
            await query.reload()
          }}
        />
        <LetterPreview step={step} wording={draft.value} />
      </div>
    </>
  )
}

interface EditorProps {
  builtIn: BuiltIn
  own: Own | undefined
  draft: Drafted<Wording>
  current: Wording
  done(words: string): Promise<void>
}

function Editor({ builtIn, own, draft, current, done }: EditorProps) {
  const save = useWrite(SaveWordingDocument)
  const form = useRef<HTMLFormElement>(null)
  const at = pointed(save.error?.violations ?? [])
  const { subject, body } = draft.value
  const isChanged = subject !== current.subject || body !== current.body
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [save.error])
  async function submit(event: Event) {
    event.preventDefault()
    try {
      const { createLetterTemplate } = await save.write({ input: { step: builtIn.step, subject, body } })
      await done(`Letters are worded like this from now on: version ${createLetterTemplate.version}.`)
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <form ref={form} class="card form" aria-label="Wording" onSubmit={(event) => void submit(event)} noValidate>
      <Restored draft={draft} what="the wording" />
      <Texts draft={draft} at={at} />
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
      <p class="quiet">A letter that goes out after you save has the new wording. Which words and languages a law asks for is yours to find out.</p>
    </form>
  )
}

// What a wording can name, with the template that says so.
const members: readonly [name: string, template: string][] = [
  ['Lender', '{{.Lender.Name}}'],
  ['Borrowers', '{{range $i, $b := .Borrowers}}{{if $i}}, {{end}}{{$b}}{{end}}'],
  ['Property', '{{.Place}}'],
  ['Policy and its end', '{{.Reference}}'],
  ['Loan number', '{{.LoanNumber}}'],
  ['Policy number', '{{.PolicyNumber}}'],
  ['Carrier', '{{.Carrier}}'],
  ['End of cover', '{{with .EndsOn}}{{.}}{{end}}'],
  ['Answer by', '{{with .RespondBy}}{{.}}{{end}}'],
  ['What to send', '{{.Document}}'],
  ['Whom to ask', '{{.Lender.ContactName}}'],
]

function Texts({ draft, at }: { draft: Drafted<Wording>; at: At }) {
  const body = useRef<HTMLTextAreaElement>(null)
  const insert = (template: string) => {
    const field = body.current!
    field.setRangeText(template, field.selectionStart, field.selectionEnd, 'end')
    draft.set({ body: field.value })
    field.focus()
  }
  return (
    <>
      <Field label="Subject" hint="One line." error={at('/subject')}>
        <input value={draft.value.subject} spellcheck onInput={(event) => draft.set({ subject: event.currentTarget.value })} />
      </Field>
      <Field label="Opening" hint="Each line is a paragraph. What stands in {{ }} is filled in for each letter." error={at('/body')}>
        <textarea ref={body} rows={14} spellcheck value={draft.value.body} onInput={(event) => draft.set({ body: event.currentTarget.value })} />
      </Field>
      <div class="chips inserts" role="group" aria-label="Insert into the opening">
        <span class="quiet">Insert:</span>
        {members.map(([name, template]) => (
          <button key={name} type="button" class="chip" title={template} onClick={() => insert(template)}>
            {name}
          </button>
        ))}
      </div>
    </>
  )
}

function Retire({ own, done }: { own: Own; done(words: string): Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const retire = useWrite(RetireWordingDocument)
  const run = async () => {
    await retire.write({ id: own.id })
    await done('Letters have the built-in wording again.')
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Back to the built-in wording…
      </button>
      {asking && (
        <Confirm
          title="Back to the built-in wording"
          what={<p>Letters of this kind have the built-in wording from now on. Your own stays on record, and letters that it worded stay as they are.</p>}
          action="Use the built-in wording"
          danger
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
