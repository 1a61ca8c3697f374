import { Field } from '../../lib/parts.tsx'

interface Props {
  label: string
  value: string
  hint?: string
  error: string | undefined
  required?: boolean
  onChange(value: string): void
}

// AmountField takes an amount as people write it.
export function AmountField({ label, value, hint, error, required = false, onChange }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      <input inputMode="decimal" autocomplete="off" required={required} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}

// DayField takes a day that has to be given.
export function DayField({ label, value, hint, error, onChange }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      <input type="date" required value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}

// TextField takes a text.
export function TextField({ label, value, hint, error, required = false, onChange }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      <input maxLength={200} required={required} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </Field>
  )
}
