import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Party } from './case-draft.ts'

export interface FinderProps {
  label: string
  hint: ComponentChildren
  error?: string | undefined
  chosen: Party[]
  found: readonly Party[]
  // What can be made of the text where nothing there is meant.
  makes: readonly { label: string; party(text: string): Party }[]
  onType(text: string): void
  onChange(chosen: Party[]): void
}

// Finder finds parties while one types, and makes new ones. Enter takes the one of that name, else makes the first kind.
export function Finder({ label, hint, error, chosen, found, makes, onType, onChange }: FinderProps) {
  const id = useId()
  const [text, setText] = useState('')
  const typed = text.trim()
  const type = (value: string) => {
    setText(value)
    onType(value.trim())
  }
  const add = (party: Party) => {
    if (!chosen.some((one) => (party.id ? one.id === party.id : !one.id && one.name === party.name))) onChange([...chosen, party])
    type('')
    document.getElementById(id)?.focus()
  }
  const offered = typed ? found.filter((party) => !chosen.some((one) => one.id === party.id)) : []
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed) return
    event.preventDefault()
    const same = offered.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
    add(same ?? makes[0]?.party(typed) ?? offered[0] ?? { name: typed })
  }
  return (
    <div class="field finder">
      <label for={id}>{label}</label>
      {chosen.length > 0 && (
        <ul class="chosen" aria-label={`${label}, chosen`}>
          {chosen.map((party, i) => (
            <li key={`${party.id ?? ''}${party.name}`}>
              {party.name} {!party.id && <span class="quiet">new</span>}{' '}
              <button type="button" class="link" aria-label={`Remove ${party.name}`} onClick={() => onChange(chosen.filter((_, at) => at !== i))}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        autocomplete="off"
        value={text}
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? true : undefined}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={enter}
      />
      {typed && (
        <div class="row offers">
          {offered.map((party) => (
            <button key={party.id} type="button" onClick={() => add(party)}>
              {party.name} {party.email && <span class="quiet">{party.email}</span>}
            </button>
          ))}
          {makes.map((make) => (
            <button key={make.label} type="button" onClick={() => add(make.party(typed))}>
              {make.label}: {typed}
            </button>
          ))}
        </div>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
