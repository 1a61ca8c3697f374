import type { ErrorAt } from '../../lib/confirm.tsx'
import { Field } from '../../lib/parts.tsx'
import { limitWords, word } from '../../lib/words.ts'
import type { Policy } from './facts.ts'

interface LimitFieldsProps {
  policy: Policy
  values: string[]
  errorAt: ErrorAt
  onChange(values: string[]): void
}

// LimitFields are a policy's limits to be typed anew.
export function LimitFields({ policy, values, errorAt, onChange }: LimitFieldsProps) {
  const names = new Map(policy.coverageTypes.map(({ id, name }) => [id, name]))
  const labelOf = ({ coverageType, kind, amount }: Policy['limits'][number]) =>
    `Limit ${names.get(coverageType ?? '') ?? ''}, ${word(limitWords, kind).toLowerCase()}, ${amount?.currency ?? ''}`
  return (
    <>
      {policy.limits.map((limit, i) => (
        <Field key={`${limit.coverageType ?? ''}${limit.kind}`} error={errorAt('limits')} label={labelOf(limit)}>
          <input
            inputMode="decimal"
            required={limit.amount !== null}
            value={values[i] ?? ''}
            onInput={(event) => onChange(values.with(i, event.currentTarget.value))}
          />
        </Field>
      ))}
    </>
  )
}
