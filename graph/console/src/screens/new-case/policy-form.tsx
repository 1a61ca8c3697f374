import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PolicyChoicesQuery } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Field } from '../../lib/parts.tsx'
import { pointed, type At } from '../../lib/typed.ts'
import { formWords, layerWords, placementWords, valuationWords } from '../../lib/words.ts'
import type { CaseFacts } from './add-policy.tsx'
import { Clauses } from './case-form.tsx'
import { CoverageGrid } from './coverage-grid.tsx'
import { byKey } from './enter.ts'
import { Contacts, Insureds } from './parties.tsx'
import { PerilsGrid } from './perils-grid.tsx'
import { valuesSent, type Known, type PolicyDraft } from './policy-draft.ts'
import { Refused } from './refused.tsx'

export interface PolicyFormProps {
  draft: Drafted<PolicyDraft>
  known: Known
  choices: PolicyChoicesQuery
  facts: Pick<CaseFacts, 'assets' | 'insureds' | 'program'>
  refusal: Refusal | undefined
  busy: boolean
  action: string
  first?: ComponentChildren
  last?: ComponentChildren
  // Where the focus begins: the number, or the first limit of a correction.
  begins?: 'carrier' | 'limit'
  onSave(): Promise<void>
}

// PolicyForm is what a policy's document says, in the order in which an ACORD 25, 27 or 28 says it.
export function PolicyForm(props: PolicyFormProps) {
  const { draft, refusal, busy, action, onSave } = props
  const form = useRef<HTMLFormElement>(null)
  const at = pointed(refusal?.violations ?? [])
  useEffect(() => {
    const first = props.begins === 'limit' ? '.grid input' : 'input:not([type=file])'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [refusal])
  return (
    <form
      ref={form}
      class="stack form"
      noValidate
      onKeyDown={byKey}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      {props.first}
      <Producer {...props} at={at} />
      <CoverageGrid draft={draft} known={props.known} at={at} products={props.facts.program?.productTypes} />
      {props.known.isFramework && <PerilsGrid draft={draft} known={props.known} assets={props.facts.assets} error={at('/perils') ?? at('/perilsByAsset')} />}
      <Named {...props} at={at} />
      <Terms {...props} at={at} />
      {props.last}
      {refusal && <Refused refusal={refusal} at={at} />}
      <p class="row">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Saving…' : action}
        </button>
      </p>
    </form>
  )
}

type PartProps = PolicyFormProps & { at: At }

type Text = 'externalId' | 'carrier' | 'naic' | 'attachment' | 'rating' | 'policyNumber' | 'startDate' | 'endDate' | 'premium' | 'coinsurance' | 'noticeCancellation' | 'noticeNonPayment'

// textOf binds an input to a member of the draft.
const textOf = ({ value, set }: Drafted<PolicyDraft>, member: Text) => ({
  value: value[member],
  onInput: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
})

const choiceOf = ({ value, set }: Drafted<PolicyDraft>, member: 'layer' | 'form' | 'valuation' | 'claimsMade' | 'placement') => ({
  value: value[member],
  onChange: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
})

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

function Producer({ draft, known, at }: PartProps) {
  const { value, set } = draft
  const end = (startDate: string) => (startDate && !value.endDate ? { endDate: yearAfter(startDate) } : {})
  return (
    <section class="card" aria-labelledby="carrier">
      <h2 id="carrier">Carrier and term</h2>
      <div class="fields">
        <Field label="Carrier" error={at('/carrier/name') ?? (at('/carrier/naicCode') || at('/carrier/amBestRating') ? undefined : at('/carrier'))}>
          <input {...textOf(draft, 'carrier')} />
        </Field>
        <Field label="NAIC number" error={at('/carrier/naicCode')}>
          <input inputMode="numeric" {...textOf(draft, 'naic')} />
        </Field>
        <Field label="A.M. Best rating" hint="With its size: A- VII" error={at('/carrier/amBestRating')}>
          <input {...textOf(draft, 'rating')} />
        </Field>
        <Field label="Policy number" error={at('/policyNumber')}>
          <input {...textOf(draft, 'policyNumber')} />
        </Field>
        <Field label="Effective" error={at('/startDate')}>
          <input
            type="date"
            value={value.startDate}
            onInput={(event) => set({ startDate: event.currentTarget.value })}
            onBlur={(event) => set(end(event.currentTarget.value))}
          />
        </Field>
        <Field label="Expires" error={at('/endDate')}>
          <input type="date" {...textOf(draft, 'endDate')} />
        </Field>
        {known.isFramework && (
          <Field label="Layer" error={at('/coverageLayer')}>
            <select {...choiceOf(draft, 'layer')}>{options(layerWords)}</select>
          </Field>
        )}
        {(value.layer !== 'primary' || value.attachment !== '') && (
          <Field label="Attaches above, USD" hint="What must be used up below it first." error={at('/attachment')}>
            <input inputMode="decimal" {...textOf(draft, 'attachment')} />
          </Field>
        )}
        {known.isFramework && (
          <Field label="Form" error={at('/coverageFormType')}>
            <select {...choiceOf(draft, 'form')}>{options(formWords)}</select>
          </Field>
        )}
      </div>
    </section>
  )
}

function yearAfter(date: string): string {
  const next = new Date(`${date}T00:00:00.000Z`)
  if (Number.isNaN(next.getTime())) return ''
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

// Named are those whom the policy names: as insureds, and as holders of the loan.
function Named({ draft, facts, choices, at }: PartProps) {
  const { value, set } = draft
  const others = value.insureds.filter(({ id }) => !facts.insureds.some((one) => one.id === id))
  const toggle = (id: string, name: string) =>
    set({ insureds: value.insureds.some((one) => one.id === id) ? value.insureds.filter((one) => one.id !== id) : [...value.insureds, { id, name }] })
  return (
    <section class="card" aria-labelledby="named">
      <h2 id="named">Who is named</h2>
      <fieldset class="choices">
        <legend>Named insureds, as the document has them</legend>
        {facts.insureds.map(({ id, displayName }) => (
          <label key={id} class="check">
            <input type="checkbox" checked={value.insureds.some((one) => one.id === id)} onChange={() => toggle(id, displayName)} /> {displayName}
          </label>
        ))}
      </fieldset>
      <Insureds
        label="Another named insured"
        makes={false}
        chosen={others}
        error={at('/insureds')}
        onChange={(chosen) => set({ insureds: [...value.insureds.filter(({ id }) => facts.insureds.some((one) => one.id === id)), ...chosen] })}
      />
      <Clauses label="Mortgagee clause and additional interests" draft={draft} all={choices.mortgageeClauses.nodes} error={at('/mortgageeClauses')} />
      <Contacts
        label="Contacts of this policy alone"
        makes={false}
        chosen={value.contacts}
        users={choices.users.nodes}
        error={at('/insuranceContacts')}
        onChange={(contacts) => set({ contacts })}
      />
    </section>
  )
}

// Terms are what an ACORD form says in its remarks: conditions that only some lenders ask for.
function Terms({ draft, choices, facts, known, at }: PartProps) {
  const { value, set } = draft
  return (
    <section class="card" aria-labelledby="terms">
      <details open={saysConditions(value)}>
        <summary>
          <h2 id="terms" class="inline">
            Conditions
          </h2>{' '}
          <span class="quiet">valuation, coinsurance, notice, stated values, endorsements, exclusions, premium, who placed it</span>
        </summary>
        <div class="fields">
          <Field label="Valuation" error={at('/valuation')}>
            <select {...choiceOf(draft, 'valuation')}>
              <option value="">Not stated</option>
              {options(valuationWords)}
            </select>
          </Field>
          <Field label="Coinsurance, %" hint="0 where there is none" error={at('/coinsurancePercent')}>
            <input inputMode="decimal" {...textOf(draft, 'coinsurance')} />
          </Field>
          <Field label="Liability form" error={at('/claimsMade')}>
            <select {...choiceOf(draft, 'claimsMade')}>
              <option value="">Not stated</option>
              <option value="no">Occurrence</option>
              <option value="yes">Claims-made</option>
            </select>
          </Field>
          <Field label="Notice of cancellation, days" error={at('/noticeDays/cancellation')}>
            <input inputMode="numeric" {...textOf(draft, 'noticeCancellation')} />
          </Field>
          <Field label="Notice of nonpayment, days" error={at('/noticeDays/nonPayment')}>
            <input inputMode="numeric" {...textOf(draft, 'noticeNonPayment')} />
          </Field>
          <Field label="Premium, USD" error={at('/premium')}>
            <input inputMode="decimal" {...textOf(draft, 'premium')} />
          </Field>
          <Field label="Key in other systems" error={at('/externalId')}>
            <input {...textOf(draft, 'externalId')} />
          </Field>
          <Field label="Placed" error={at('/placement')}>
            <select {...choiceOf(draft, 'placement')}>{options(placementWords)}</select>
          </Field>
        </div>
        {known.isFramework && facts.assets.length > 0 && (
          <fieldset class="choices">
            <legend>Statement of values, USD</legend>
            <div class="fields">
              {facts.assets.map(({ id, displayName }) => (
                <Field key={id} label={displayName} error={valueError(value, known, id, at)}>
                  <input
                    inputMode="decimal"
                    value={value.values[id] ?? ''}
                    onInput={(event) => set({ values: { ...value.values, [id]: event.currentTarget.value } })}
                  />
                </Field>
              ))}
            </div>
          </fieldset>
        )}
        <Listed label="Endorsements" all={choices.endorsements.nodes} chosen={value.endorsements} error={at('/endorsements')} onChange={(endorsements) => set({ endorsements })} />
        <Listed label="Exclusions" all={choices.exclusions.nodes} chosen={value.exclusions} error={at('/exclusions')} onChange={(exclusions) => set({ exclusions })} />
      </details>
    </section>
  )
}

// saysConditions reports whether a condition is there, so that it is shown.
const saysConditions = (value: PolicyDraft) =>
  [value.externalId, value.valuation, value.coinsurance, value.noticeCancellation, value.noticeNonPayment, value.claimsMade, value.premium, value.endorsements, value.exclusions].some(Boolean) ||
  value.placement !== 'voluntary' ||
  Object.values(value.values).some(Boolean)

function valueError(value: PolicyDraft, known: Known, asset: string, at: At): string | undefined {
  const place = valuesSent(value, known).indexOf(asset)
  return place < 0 ? undefined : at(`/statedValues/${place}`)
}

interface ListedProps {
  label: string
  all: readonly { id: string; name: string }[]
  // null where the document does not say; none is an answer.
  chosen: string[] | null
  error: string | undefined
  onChange(chosen: string[] | null): void
}

function Listed({ label, all, chosen, error, onChange }: ListedProps) {
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      <label class="check">
        <input type="checkbox" checked={chosen !== null} onChange={() => onChange(chosen === null ? [] : null)} /> The document says which, or that there are none
      </label>
      {chosen !== null && (
        <div class="many">
          {all.map(({ id, name }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
              />{' '}
              {name}
            </label>
          ))}
        </div>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
