import { cloneElement, type ComponentChild, type VNode } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  label: string
  hint?: ComponentChild
  error?: string | undefined
  children: VNode<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>
}

// Field is an input with its label, and with its hint and its error where a screen reader finds them.
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, { id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true }) })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
