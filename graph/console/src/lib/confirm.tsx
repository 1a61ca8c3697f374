import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal, Violation } from './graphql.ts'
import { Problem } from './problem.tsx'
import { refusalOf } from './query.ts'
import { pointed, type At } from './typed.ts'

// errorAt is the message of the violation at a member of the input: errorAt(violations, 'effectiveDate').
export type ErrorAt = (member: string) => string | undefined

export interface ConfirmProps {
  title: string
  // What will happen, before it does; in numbers where there are any.
  what: ComponentChildren
  action: string
  danger?: boolean
  // The fields, which get the messages of their violations.
  children?: (errorAt: ErrorAt, at: At) => ComponentChildren
  // Does it. The dialog closes when it is done; when it is refused, it stays as it is and says why.
  onConfirm(): Promise<unknown>
  onClose(): void
}

export function errorFinder(violations: readonly Violation[]): ErrorAt {
  return (member) => violations.find(({ pointer }) => pointer.split('/').includes(member))?.message
}

// Confirm is a dialog that says what will happen, and does it.
export function Confirm(props: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => opener?.focus()
  }, [])

  useEffect(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [refusal])

  async function submit(event: Event) {
    event.preventDefault()
    setBusy(true)
    setRefusal(undefined)
    try {
      await props.onConfirm()
      props.onClose()
    } catch (error) {
      setRefusal(refusalOf(error))
      setBusy(false)
    }
  }

  return (
    <dialog ref={dialog} onClose={props.onClose} aria-label={props.title}>
      <form method="dialog" onSubmit={(event) => void submit(event)}>
        <h2>{props.title}</h2>
        <div class="what">{props.what}</div>
        {props.children?.(errorFinder(refusal?.violations ?? []), pointed(refusal?.violations ?? []))}
        {refusal && <Problem refusal={refusal} />}
        <div class="actions">
          <button type="button" onClick={props.onClose}>
            Back
          </button>
          <button type="submit" class={props.danger ? 'danger' : 'primary'} disabled={busy}>
            {busy ? 'Working…' : props.action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
