import type { DeductibleBase, LimitKind } from '../../gql/enums.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Field } from '../../lib/parts.tsx'
import type { At } from '../../lib/typed.ts'
import { deductibleOfWords, limitWords } from '../../lib/words.ts'
import { newRow, rowsSent, type Known, type PolicyDraft, type Row } from './policy-draft.ts'

interface CoverageGridProps {
  draft: Drafted<PolicyDraft>
  known: Known
  at: At
  // Of a case with a program: what the policy can be of.
  products: readonly { key: string; name: string }[] | undefined
}

// CoverageGrid is a line a coverage: its limit, and what the insured bears. A line without either is not on the policy.
export function CoverageGrid({ draft, known, at, products }: CoverageGridProps) {
  const { value, set } = draft
  const names = new Map(known.coverages.map(({ id, name }) => [id, name]))
  const others = known.coverages.filter(({ id }) => !value.rows.some((row) => row.coverage === id))
  const change = (i: number, row: Partial<Row>) => set({ rows: value.rows.with(i, { ...value.rows[i]!, ...row }) })
  return (
    <section class="card grid" aria-labelledby="coverages">
      <h2 id="coverages">Coverages, limits and deductibles</h2>
      {products && (
        <Field label="Product" error={at('/productType')}>
          <select value={value.product} onChange={(event) => set({ product: event.currentTarget.value })}>
            <option value="">Choose…</option>
            {products.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <div class="lines-of" role="group" aria-label="Coverages">
        {value.rows.map((row, i) => (
          <Line key={i} row={row} name={nameOf(row, names)} isTime={isTime(row, known)} error={errorOf(value, row, at)} onChange={(changed) => change(i, changed)} />
        ))}
      </div>
      {(at('/coverageTypes') ?? at('/deductibles')) && (
        <p class="error" role="alert">
          {at('/coverageTypes') ?? at('/deductibles')}
        </p>
      )}
      {known.isFramework && (
        <select
          aria-label="Add a coverage"
          value=""
          onChange={(event) => event.currentTarget.value && set({ rows: [...value.rows, newRow(event.currentTarget.value)] })}
        >
          <option value="">Add a coverage…</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <p class="hint">Lines that stay empty are not on the policy. A deductible may be an amount, 5% or 72 hours.</p>
    </section>
  )
}

const isTime = (row: Row, known: Known) => known.coverages.find(({ id }) => id === row.coverage)?.coverageGroup === 'timeElement'

function nameOf(row: Row, names: Map<string, string>): string {
  const types = row.rest?.coverageTypes ?? (row.coverage ? [row.coverage] : [])
  const name = types.map((id) => names.get(id) ?? 'Other coverage').join(' and ') || 'The whole policy'
  return [name, row.rest?.asset && 'at one asset', row.rest?.perils && 'for some perils'].filter(Boolean).join(', ')
}

function errorOf(draft: PolicyDraft, row: Row, at: At): string | undefined {
  const place = rowsSent(draft).indexOf(row)
  return place < 0 ? undefined : at(`/limits/${place}`)
}

interface LineProps {
  row: Row
  name: string
  isTime: boolean
  error: string | undefined
  onChange(row: Partial<Row>): void
}

function Line({ row, name, isTime, error, onChange }: LineProps) {
  return (
    <fieldset class="line">
      <legend>{name}</legend>
      <Field label="Limit, USD" error={error}>
        <input inputMode="decimal" value={row.amount} onInput={(event) => onChange({ amount: event.currentTarget.value })} />
      </Field>
      <Field label="Applies to">
        <select value={row.kind} onChange={(event) => onChange({ kind: event.currentTarget.value as LimitKind })}>
          {Object.entries(limitWords).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Deductible">
        <input value={row.deductible} onInput={(event) => onChange({ deductible: event.currentTarget.value })} />
      </Field>
      {row.deductible.includes('%') && (
        <Field label="Of">
          <select value={row.of} onChange={(event) => onChange({ of: event.currentTarget.value as DeductibleBase })}>
            {Object.entries(deductibleOfWords).map(([of, label]) => (
              <option key={of} value={of}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      )}
      {isTime && (
        <>
          <Field label="Months">
            <input inputMode="numeric" value={row.months} onInput={(event) => onChange({ months: event.currentTarget.value })} />
          </Field>
          <label class="check">
            <input type="checkbox" checked={row.actualLoss} onChange={() => onChange({ actualLoss: !row.actualLoss })} /> Actual loss sustained
          </label>
        </>
      )}
    </fieldset>
  )
}
