import { limitOf, limitTerms, type LimitRow, type Names } from '../../lib/limits.ts'
import { Field } from '../../lib/parts.tsx'
import type { At } from '../../lib/typed.ts'
import { limitWords, word } from '../../lib/words.ts'

interface LimitFieldsProps {
  rows: readonly LimitRow[]
  names: Names
  values: string[]
  at: At
  onChange(values: string[]): void
}

// LimitFields are the amounts of a policy's limits to be typed anew. What a row says besides stays as it is.
export function LimitFields({ rows, names, values, at, onChange }: LimitFieldsProps) {
  const labelOf = (row: LimitRow) =>
    [`Limit ${limitOf(row, names)}`, word(limitWords, row.kind).toLowerCase(), row.amount?.currency].filter(Boolean).join(', ')
  return (
    <>
      {rows.map((row, i) => (
        <Field key={i} error={at(`/limits/${i}`)} label={labelOf(row)} hint={limitTerms(row).join(', ')}>
          <input
            inputMode="decimal"
            required={!row.actualLossSustained && row.months === null && row.extendedDays === null}
            value={values[i] ?? ''}
            onInput={(event) => onChange(values.with(i, event.currentTarget.value))}
          />
        </Field>
      ))}
    </>
  )
}
