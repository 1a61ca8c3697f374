import { Field } from '../../lib/parts.tsx'
import { useShown } from './shown.ts'

interface DocumentChoiceProps {
  label: string
  value: string
  error: string | undefined
  onChange(id: string): void
}

// DocumentChoice chooses one of the case's documents, or none.
export function DocumentChoice({ label, value, error, onChange }: DocumentChoiceProps) {
  const { facts } = useShown()
  return (
    <Field label={label} hint="One of the documents of this case, if you have it." error={error}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">None</option>
        {facts.documents.map((document) => (
          <option key={document.id} value={document.id}>
            {document.name}
          </option>
        ))}
      </select>
    </Field>
  )
}
