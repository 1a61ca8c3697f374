import { useState } from 'preact/hooks'
import type { ImportFormat } from '../../../gql/enums.ts'
import { ImportTargetsDocument, MapImportDocument } from '../../../gql/graphql.ts'
import { useDraft } from '../../../lib/draft.ts'
import { count, counted } from '../../../lib/format.ts'
import { Field, Loading, Problem } from '../../../lib/parts.tsx'
import { useQuery, useWrite } from '../../../lib/query.ts'
import { Restored } from '../../../lib/restored.tsx'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { Constants, Targets } from './constants.tsx'
import type { PartProps } from './import.tsx'
import { formatsOf, formatWords, type Import, type Target } from './words.ts'

type Column = Import['columns'][number]
type Question = Import['questions'][number]

export interface Mapped {
  to: Record<string, string>
  format: Record<string, ImportFormat | ''>
  constants: { to: string; value: string }[]
  saveAs: string
}

const beginningOf = ({ columns, constants, mapping }: Import): Mapped => ({
  to: Object.fromEntries(columns.map(({ name, to }) => [name, to ?? ''])),
  format: Object.fromEntries(columns.map(({ name, format }) => [name, format ?? ''])),
  constants: constants.map(({ to, value }) => ({ to, value })),
  saveAs: mapping ?? '',
})

// Columns asks what each column is: proposed, to be confirmed or changed. What cannot be known is asked first, and never guessed.
export function Columns({ of, done }: PartProps) {
  const query = useQuery(ImportTargetsDocument, {})
  const targets = query.data?.importTargets
  if (targets) return <Form of={of} done={done} targets={targets} />
  return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="what columns can be" />
}

function Form({ of, done, targets }: PartProps & { targets: readonly Target[] }) {
  const draft = useDraft(`import ${of.id}`, beginningOf(of))
  const { value, set } = draft
  const [tried, setTried] = useState(false)
  const map = useWrite(MapImportDocument)
  const at = pointed(map.error?.violations ?? [])
  const open = of.questions.filter(({ column }) => isOpen(column, of, value))

  async function submit(event: Event) {
    event.preventDefault()
    setTried(true)
    if (open.length > 0) return document.querySelector<HTMLElement>('.asked input')?.focus()
    try {
      await map.write({ id: of.id, input: inputOf(value) })
      draft.clear()
      await done('')
    } catch {
      // What was refused is said below.
    }
  }
  const column = (one: Column) => (
    <ColumnLine key={one.name} of={one} question={of.questions.find((question) => question.column === one.name)} tried={tried} targets={targets} value={value} set={set} />
  )
  const asked = of.columns.filter(({ name }) => of.questions.some((question) => question.column === name))
  return (
    <form class="card form" aria-labelledby="columns" onSubmit={(event) => void submit(event)} noValidate>
      <h2 id="columns">What the columns are</h2>
      <Restored draft={draft} what="the columns" />
      <p>
        Look over what each column is taken for.{' '}
        {asked.length > 0 && <strong>{counted(asked.length, 'column needs', 'columns need')} an answer from you, for both readings are possible.</strong>}
      </p>
      <ul class="plain entries">
        {asked.map(column)}
        {of.columns.filter((one) => !asked.includes(one)).map(column)}
      </ul>
      <Constants value={value.constants} known={of.constants} targets={targets} set={(constants) => set({ constants })} />
      <Field label="Save this under a name" hint="Optional. The next file with these columns is read the same way." error={at('/saveAs')}>
        <input class="narrow" value={value.saveAs} onInput={(event) => set({ saveAs: event.currentTarget.value })} />
      </Field>
      {map.error && <Refused refusal={map.error} at={at} />}
      <p class="row">
        <button type="submit" class="primary" disabled={map.busy}>
          {map.busy ? 'Beginning…' : 'Try the rows'}
        </button>
        <span class="quiet">Nothing is written by that.</span>
      </p>
    </form>
  )
}

// A question is open until it is answered, or the column is taken for something else.
function isOpen(column: string, of: Import, { to, format }: Mapped): boolean {
  const proposed = of.columns.find(({ name }) => name === column)?.to ?? ''
  return (to[column] ?? '') === proposed && !format[column]
}

function inputOf({ to, format, constants, saveAs }: Mapped) {
  const columns = Object.entries(to).map(([column, target]) => ({ column, to: target, ...(target && format[column] && { format: format[column] }) }))
  const fixed = constants.filter((one) => one.to && one.value.trim()).map((one) => ({ to: one.to, value: one.value.trim() }))
  return { columns: [...columns, ...fixed], ...(saveAs.trim() && { saveAs: saveAs.trim() }) }
}

interface LineProps {
  of: Column
  question: Question | undefined
  tried: boolean
  targets: readonly Target[]
  value: Mapped
  set(change: Partial<Mapped>): void
}

function ColumnLine({ of: { name, rows, filled, examples }, question, tried, targets, value, set }: LineProps) {
  const to = value.to[name] ?? ''
  const format = value.format[name] ?? ''
  const formats = formatsOf(targets.find((one) => one.name === to)?.kind)
  const answer = (chosen: ImportFormat | '') => set({ format: { ...value.format, [name]: chosen } })
  const take = (target: string) => set({ to: { ...value.to, [name]: target }, format: { ...value.format, [name]: '' } })
  const isAsked = question !== undefined && question.answers.every((one) => formats.includes(one))
  return (
    <li class={isAsked ? 'column asked' : 'column'}>
      <div>
        <strong>{name}</strong>
        <span class="of">{rows === 0 || filled === 0 ? 'empty' : `${percent(filled, rows)} filled: ${count(filled)} of ${count(rows)} rows`}</span>
      </div>
      <div class="examples">{examples.map((one) => <span key={one}>{one}</span>)}</div>
      <div>
        <select aria-label={`What ${name} is`} value={to} onChange={(event) => take(event.currentTarget.value)}>
          <option value="">Leave it out</option>
          <Targets of={targets} />
        </select>
        {formats.length > 0 && !isAsked && (
          <select aria-label={`How ${name} is written`} value={format} onChange={(event) => answer(event.currentTarget.value as ImportFormat | '')}>
            <option value="">as its cells say</option>
            {formats.map((one) => (
              <option key={one} value={one}>
                {formatWords[one]}
              </option>
            ))}
          </select>
        )}
      </div>
      {isAsked && (
        <fieldset class="choices">
          <legend>{question.text}</legend>
          {question.answers.map((one) => (
            <label key={one} class="check">
              <input type="radio" name={`format ${name}`} checked={format === one} aria-invalid={tried && !format ? true : undefined} onChange={() => answer(one)} />{' '}
              {formatWords[one]}
            </label>
          ))}
          {tried && !format && (
            <p class="error" role="alert">
              Choose one: it is not guessed.
            </p>
          )}
        </fieldset>
      )}
    </li>
  )
}

const percent = (part: number, of: number) => `${part === of ? 100 : Math.min(99, Math.round((100 * part) / of))}%`
