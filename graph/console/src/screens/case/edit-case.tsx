import { useState } from 'preact/hooks'
import { MakeBrokersDocument, MakeInsuredsDocument, NewCaseChoicesDocument, UpdateCaseDocument, type UpdateCaseInput } from '../../gql/graphql.ts'
import { Confirm, Field, Loading } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { moneyTyped, written } from '../../lib/typed.ts'
import { insuredOf, type Party } from '../new-case/case-draft.ts'
import { Clauses } from '../new-case/case-form.tsx'
import { Contacts, Insureds } from '../new-case/parties.tsx'
import type { Facts } from './facts.ts'
import { useShown } from './shown.ts'

interface Draft {
  loanNumber: string
  loanAmount: string
  outstandingBalance: string
  maturityDate: string
  insureds: Party[]
  contacts: Party[]
  copies: Party[]
  clauses: string[]
  profile: string
}

const draftOf = (facts: Facts): Draft => ({
  loanNumber: facts.loanNumber ?? '',
  loanAmount: written(facts.loanAmount),
  outstandingBalance: written(facts.outstandingBalance),
  maturityDate: facts.maturityDate?.slice(0, 10) ?? '',
  insureds: facts.insureds.map(({ id, displayName }) => ({ id, name: displayName })),
  contacts: facts.insuranceContacts.map(({ id, displayName }) => ({ id, name: displayName })),
  copies: facts.insuranceContactsCC.map(({ id, displayName }) => ({ id, name: displayName })),
  clauses: facts.mortgageeClauses.map(({ id }) => id),
  profile: facts.riskProfile?.id ?? '',
})

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

// EditCase changes what the head of the case shows, where it is shown.
export function EditCase() {
  const { facts, changed } = useShown()
  const [draft, setDraft] = useState<Draft>()
  const update = useWrite(UpdateCaseDocument)
  const insureds = useWrite(MakeInsuredsDocument)
  const brokers = useWrite(MakeBrokersDocument)

  // made are the ids of all parties: those that are new are made first.
  async function made(all: Party[], make: (fresh: Party[]) => Promise<readonly { id: string }[]>): Promise<string[]> {
    const fresh = all.filter(({ id }) => !id)
    const ids = fresh.length > 0 ? [...(await make(fresh))] : []
    return all.map(({ id }) => id ?? ids.shift()!.id)
  }
  const makeInsureds = async (fresh: Party[]) => (await insureds.write({ input: { items: fresh.map(insuredOf) } })).createInsureds
  const makeBrokers = async (fresh: Party[]) =>
    (await brokers.write({ input: { items: fresh.map(({ name, email }) => ({ displayName: name, ...(email && { email }) })) } })).createBrokers

  async function save(draft: Draft) {
    const before = draftOf(facts)
    const currency = facts.loanAmount?.currency ?? 'USD'
    const input: UpdateCaseInput = {
      ...(draft.loanNumber !== before.loanNumber && { loanNumber: draft.loanNumber.trim() || null }),
      ...(draft.loanAmount !== before.loanAmount && { loanAmount: moneyTyped(draft.loanAmount, currency) ?? null }),
      ...(draft.outstandingBalance !== before.outstandingBalance && { outstandingBalance: moneyTyped(draft.outstandingBalance, currency) ?? null }),
      ...(draft.maturityDate !== before.maturityDate && { maturityDate: draft.maturityDate || null }),
      ...(draft.profile !== before.profile && { riskProfile: draft.profile }),
      ...(!same(draft.insureds, before.insureds) && { insureds: await made(draft.insureds, makeInsureds) }),
      ...(!same(draft.contacts, before.contacts) && { insuranceContacts: await made(draft.contacts, makeBrokers) }),
      ...(!same(draft.copies, before.copies) && { insuranceContactsCC: await made(draft.copies, makeBrokers) }),
      ...(!same(draft.clauses, before.clauses) && { mortgageeClauses: draft.clauses }),
    }
    await update.write({ id: facts.id, input })
    changed('The case is changed.')
  }

  return (
    <>
      <button type="button" onClick={() => setDraft(draftOf(facts))}>
        Edit
      </button>
      {draft && (
        <Confirm
          title="Edit the case"
          action="Save"
          what={<p>What you change is recorded with your name, and the verdict follows at once.</p>}
          onConfirm={() => save(draft)}
          onClose={() => setDraft(undefined)}
        >
          {(errorAt) => <CaseFields draft={draft} errorAt={errorAt} onChange={(change) => setDraft({ ...draft, ...change })} />}
        </Confirm>
      )}
    </>
  )
}

interface CaseFieldsProps {
  draft: Draft
  errorAt(member: string): string | undefined
  onChange(change: Partial<Draft>): void
}

function CaseFields({ draft, errorAt, onChange }: CaseFieldsProps) {
  const choices = useQuery(NewCaseChoicesDocument, {}).data
  if (!choices) return <Loading what="what to choose from" />
  const text = (member: 'loanNumber' | 'loanAmount' | 'outstandingBalance' | 'maturityDate') => ({
    value: draft[member],
    onInput: (event: { currentTarget: { value: string } }) => onChange({ [member]: event.currentTarget.value }),
  })
  return (
    <>
      <div class="fields">
        <Field label="Loan number" error={errorAt('loanNumber')}>
          <input {...text('loanNumber')} />
        </Field>
        <Field label="Loan amount" error={errorAt('loanAmount')}>
          <input inputMode="decimal" {...text('loanAmount')} />
        </Field>
        <Field label="Outstanding balance" error={errorAt('outstandingBalance')}>
          <input inputMode="decimal" {...text('outstandingBalance')} />
        </Field>
        <Field label="Matures" error={errorAt('maturityDate')}>
          <input type="date" {...text('maturityDate')} />
        </Field>
      </div>
      {draft.profile && (
        <Field label="What the lender requires" error={errorAt('riskProfile')}>
          <select value={draft.profile} onChange={(event) => onChange({ profile: event.currentTarget.value })}>
            {!choices.riskProfiles.nodes.some(({ id }) => id === draft.profile) && <option value={draft.profile}>The version that the case has</option>}
            {choices.riskProfiles.nodes.map(({ id, name, version }) => (
              <option key={id} value={id}>
                {name}, version {version}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Insureds chosen={draft.insureds} error={errorAt('insureds')} onChange={(insureds) => onChange({ insureds })} />
      <Contacts chosen={draft.contacts} users={choices.users.nodes} error={errorAt('insuranceContacts')} onChange={(contacts) => onChange({ contacts })} />
      <Contacts label="In copy" chosen={draft.copies} users={choices.users.nodes} error={errorAt('insuranceContactsCC')} onChange={(copies) => onChange({ copies })} />
      <Clauses draft={{ value: draft, set: onChange }} all={choices.mortgageeClauses.nodes} error={errorAt('mortgageeClauses')} />
    </>
  )
}
