import { useEffect, useState } from 'preact/hooks'
import { param, setParams, type Parameters } from './address.ts'

interface SearchProps {
  label: string
  // The id of what lists what is found: the arrow down leads to its rows.
  list: string
  placeholder: string
  // What the address says of a text.
  searched(text: string): Parameters
}

// Search asks with each key; what is asked stands in the address. What was asked before is given up, so that the last key decides.
export function Search({ label, list, placeholder, searched }: SearchProps) {
  const q = param('q')
  const [text, setText] = useState(q)
  // Keys may come faster than this runs: the address as it is by then counts, so that no key is lost.
  useEffect(() => setText((typed) => (typed.trim() === param('q') ? typed : param('q'))), [q])
  const type = (typed: string) => {
    setText(typed)
    setParams(searched(typed.trim()))
  }
  const toRows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>(`#${list} tbody tr`)?.focus()
  }
  return (
    <input
      type="search"
      class="seek"
      aria-label={label}
      aria-controls={list}
      placeholder={placeholder}
      value={text}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={toRows}
    />
  )
}
