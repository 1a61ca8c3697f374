import { useEffect, useRef } from 'preact/hooks'
import { NewCaseChoicesDocument, SetUpCaseDocument, type NewCaseChoicesQuery } from '../../gql/graphql.ts'
import { href, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { useDraft, type Drafted } from '../../lib/draft.ts'
import { Field, Link, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { pointed, type At, type Truth } from '../../lib/typed.ts'
import { clauseWords, word } from '../../lib/words.ts'
import { AssetForm } from './asset-form.tsx'
import { emptyCase, inputOf, type CaseDraft } from './case-draft.ts'
import { byKey } from './enter.ts'
import { Contacts, Insureds } from './parties.tsx'
import { Refused } from './refused.tsx'
import { Restored } from '../../lib/restored.tsx'

// CaseForm opens a case with all that belongs to it, all or none of it.
export function CaseForm() {
  const choices = useQuery(NewCaseChoicesDocument, {})
  const draft = useDraft('case', emptyCase)
  const set = useWrite(SetUpCaseDocument)
  const form = useRef<HTMLFormElement>(null)
  const at = pointed(set.error?.violations ?? [])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [set.error])
  if (!choices.data) return choices.error ? <Problem refusal={choices.error} retry={() => void choices.reload()} /> : <Loading what="what to choose from" />
  const types = choices.data.assetTypes.nodes
  async function save(event: Event) {
    event.preventDefault()
    try {
      const { setUpCase } = await set.write({ input: inputOf(draft.value, types) })
      draft.clear()
      setParams({ case: setUpCase.id }, { push: true })
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <form ref={form} class="stack form" onKeyDown={byKey} onSubmit={(event) => void save(event)} noValidate>
      <Restored draft={draft} what="the case" />
      <Loan draft={draft} choices={choices.data} at={at} />
      <section class="card" aria-labelledby="parties">
        <h2 id="parties">Insureds</h2>
        <Insureds chosen={draft.value.insureds} error={at('/insureds') ?? at('/case/insureds')} onChange={(insureds) => draft.set({ insureds })} />
      </section>
      <section class="card" aria-labelledby="collateral">
        <h2 id="collateral">Assets</h2>
        {draft.value.assets.map((asset, i) => (
          <AssetForm
            key={i}
            number={i + 1}
            types={types}
            draft={asset}
            errorAt={(pointer) => at(`/assets/${i}${pointer}`)}
            onChange={(changed) => draft.set({ assets: draft.value.assets.with(i, changed) })}
            onRemove={() => draft.set({ assets: draft.value.assets.filter((_, other) => other !== i) })}
          />
        ))}
        <button type="button" onClick={() => draft.set({ assets: [...draft.value.assets, { type: '', values: {} }] })}>
          Add {draft.value.assets.length > 0 ? 'another' : 'an'} asset
        </button>
      </section>
      <section class="card" aria-labelledby="contacts">
        <h2 id="contacts">Contacts and clauses</h2>
        <Contacts
          chosen={draft.value.contacts}
          users={choices.data.users.nodes}
          error={at('/brokers') ?? at('/case/insuranceContacts')}
          onChange={(contacts) => draft.set({ contacts })}
        />
        <Clauses draft={draft} all={choices.data.mortgageeClauses.nodes} error={at('/case/mortgageeClauses')} />
      </section>
      {set.error && <Refused refusal={set.error} at={at} />}
      <p class="row">
        <button type="submit" class="primary" disabled={set.busy}>
          {set.busy ? 'Saving…' : 'Save the case'}
        </button>
        <Link to={href(portfolioOfAddress() ?? '', 'cases')}>Back to the cases</Link>
        <span class="quiet">All of it is saved together, or none of it. Then you add the first policy.</span>
      </p>
    </form>
  )
}

function Loan({ draft: { value, set }, choices, at }: { draft: Drafted<CaseDraft>; choices: NewCaseChoicesQuery; at: At }) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const text = (member: 'loanNumber' | 'loanAmount' | 'outstandingBalance' | 'maturityDate') => ({
    value: value[member],
    onInput: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
  })
  return (
    <section class="card" aria-labelledby="loan">
      <h2 id="loan">Loan</h2>
      <div class="fields">
        <Field label="Loan number" error={at('/case/loanNumber')}>
          <input ref={first} {...text('loanNumber')} />
        </Field>
        <Field label="Loan amount, USD" error={at('/case/loanAmount')}>
          <input inputMode="decimal" {...text('loanAmount')} />
        </Field>
        <Field label="Outstanding balance, USD" hint="Flood insurance is measured by it." error={at('/case/outstandingBalance')}>
          <input inputMode="decimal" {...text('outstandingBalance')} />
        </Field>
        <Field label="Matures" error={at('/case/maturityDate')}>
          <input type="date" {...text('maturityDate')} />
        </Field>
        <FederallyRelated value={value.federallyRelated} error={at('/case/federallyRelated')} onChange={(federallyRelated) => set({ federallyRelated })} />
        <Field label="What the lender requires" error={at('/case/riskProfile') ?? at('/case/program') ?? (at('/case') && missing(value, at))}>
          <select value={value.frame} onChange={(event) => set({ frame: event.currentTarget.value })}>
            <option value="">Choose a risk profile or a program…</option>
            <optgroup label="Risk profiles">
              {choices.riskProfiles.nodes.map(({ id, name, version }) => (
                <option key={id} value={`profile ${id}`}>
                  {name}, version {version}
                </option>
              ))}
            </optgroup>
            <optgroup label="Programs">
              {choices.programs.nodes.map(({ id, name }) => (
                <option key={id} value={`program ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
        </Field>
      </div>
    </section>
  )
}

interface FederallyRelatedProps {
  value: Truth
  error: string | undefined
  onChange(value: Truth): void
}

// FederallyRelated asks for what the law of lender-placed insurance depends on.
export function FederallyRelated({ value, error, onChange }: FederallyRelatedProps) {
  return (
    <Field label="Federally related loan" hint="Which law lender-placed insurance is under depends on it." error={error}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Truth)}>
        <option value="">Not known</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </select>
    </Field>
  )
}

const missing = (value: CaseDraft, at: At) => (value.frame ? undefined : at('/case') && 'Choose one: a case has a risk profile or a program.')

interface ClausesProps {
  draft: { value: { clauses: string[] }; set(change: { clauses: string[] }): void }
  all: NewCaseChoicesQuery['mortgageeClauses']['nodes']
  error: string | undefined
  label?: string
}

// Clauses are those whom policies must name, as the lender's certificate holders have them.
export function Clauses({ draft: { value, set }, all, error, label = 'To be named on policies' }: ClausesProps) {
  const toggle = (id: string) => set({ clauses: value.clauses.includes(id) ? value.clauses.filter((one) => one !== id) : [...value.clauses, id] })
  const shown = all.length > 8 ? all.filter(({ id }) => value.clauses.includes(id)) : all
  const others = all.filter(({ id }) => !shown.some((one) => one.id === id))
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {all.length === 0 && <p class="quiet">The lender has no mortgagee clause yet.</p>}
      {shown.map((clause) => (
        <label key={clause.id} class="check">
          <input type="checkbox" checked={value.clauses.includes(clause.id)} onChange={() => toggle(clause.id)} /> {clauseName(clause)}
        </label>
      ))}
      {others.length > 0 && (
        <select aria-label={`${label}: add`} value="" onChange={(event) => event.currentTarget.value && toggle(event.currentTarget.value)}>
          <option value="">Add…</option>
          {others.map((clause) => (
            <option key={clause.id} value={clause.id}>
              {clauseName(clause)}
            </option>
          ))}
        </select>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const clauseName = ({ certificateHolder, clauseType }: ClausesProps['all'][number]) =>
  `${certificateHolder.name}, ${word(clauseWords, clauseType).toLowerCase()}`
