import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

// A Secret is a text that the server says once, and what it is.
export type Secret = readonly [label: string, text: string]

// useOnce is the place where secrets are shown a single time. They go from the answer into fields of the document, and are no part
// of the page's state, of its history, or of what a browser keeps: whoever leaves the page, or closes the place, has seen them.
export function useOnce(what: string): { place: VNode; show(secrets: readonly Secret[]): void } {
  const fields = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const empty = () => fields.current?.replaceChildren()
  useEffect(() => {
    addEventListener('pagehide', empty)
    return () => removeEventListener('pagehide', empty)
  }, [])
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])
  const close = () => {
    empty()
    setOpen(false)
  }
  const place = (
    <section class="card once" hidden={!isOpen} aria-labelledby="once">
      <h2 id="once" tabIndex={-1} ref={heading}>
        Copy {what} now
      </h2>
      <p>It is shown this once: nobody can look it up again, and it is gone when you leave this page.</p>
      <div ref={fields} />
      <button type="button" onClick={close}>
        I have stored it
      </button>
    </section>
  )
  return {
    place,
    show: (secrets) => {
      fields.current!.replaceChildren(...secrets.map(fieldOf))
      setOpen(true)
    },
  }
}

// fieldOf is built by hand, for what is drawn by the page is kept by the page.
function fieldOf([label, text]: Secret): HTMLElement {
  const name = Object.assign(document.createElement('label'), { textContent: label })
  const field = Object.assign(document.createElement('input'), { readOnly: true, value: text, autocomplete: 'off', spellcheck: false })
  const copy = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  field.onfocus = () => field.select()
  copy.onclick = () => {
    field.select()
    navigator.clipboard.writeText(field.value).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'Press Ctrl-C'),
    )
  }
  name.append(field)
  const row = Object.assign(document.createElement('div'), { className: 'secret' })
  row.append(name, copy)
  return row
}
