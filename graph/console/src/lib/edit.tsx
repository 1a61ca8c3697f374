import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm, type ErrorAt } from './confirm.tsx'
import { isKept, useDraft, type Drafted } from './draft.ts'
import { Restored } from './restored.tsx'
import type { At } from './typed.ts'

export interface EditProps<T extends object> {
  label: string
  // What the button is called where its label is not enough.
  name?: string | undefined
  link?: boolean
  title: string
  action?: string
  danger?: boolean
  // What will happen, of what is typed.
  what(value: T): ComponentChildren
  // What is half-typed is kept under it.
  draft: string
  beginning: T
  save(draft: Drafted<T>): Promise<unknown>
  children(draft: Drafted<T>, at: At, errorAt: ErrorAt): ComponentChildren
}

// Edit is a button, and the form that it opens where it is. What is half-typed there is kept until it is saved.
export function Edit<T extends object>(props: EditProps<T>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={props.link ? 'link' : undefined} aria-label={props.name} onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {!open && isKept(props.draft) && <span class="warn"> not saved yet</span>}
      {open && <Form {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Form<T extends object>({ title, action = 'Save', danger = false, what, draft: kept, beginning, save, children, onClose }: EditProps<T> & { onClose(): void }) {
  const draft = useDraft(kept, beginning)
  async function run() {
    await save(draft)
    draft.clear()
  }
  return (
    <Confirm title={title} action={action} danger={danger} what={what(draft.value)} onConfirm={run} onClose={onClose}>
      {(errorAt, at) => (
        <>
          <Restored draft={draft} what="it" />
          {children(draft, at, errorAt)}
        </>
      )}
    </Confirm>
  )
}
