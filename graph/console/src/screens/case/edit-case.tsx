import { MakeBrokersDocument, MakeInsuredsDocument, NewCaseChoicesDocument, UpdateCaseDocument, type UpdateCaseInput } from '../../gql/graphql.ts'
import type { CaseStatus, ManagementType } from '../../gql/enums.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field, Loading } from '../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../lib/query.ts'
import { moneyTyped, truthTyped, truthWritten, under, written, type At, type Truth } from '../../lib/typed.ts'
import { caseStatusWords, managementWords, word } from '../../lib/words.ts'
import { insuredOf, type Party } from '../new-case/case-draft.ts'
import { Clauses, FederallyRelated } from '../new-case/case-form.tsx'
import { Contacts, Insureds } from '../new-case/parties.tsx'
import type { Facts } from './facts.ts'
import { useShown } from './shown.ts'

interface Draft {
  name: string
  externalId: string
  status: CaseStatus
  managementType: ManagementType
  loanNumber: string
  loanAmount: string
  outstandingBalance: string
  maturityDate: string
  federallyRelated: Truth
  profile: string
  program: string
  insureds: Party[]
  contacts: Party[]
  copies: Party[]
  clauses: string[]
}

// A name that nobody gave is the loan number, else a part of the id.
const isDerived = ({ displayName, loanNumber, id }: Facts) => displayName === loanNumber || displayName === `Case ${id.slice(0, 8)}`

const draftOf = (facts: Facts): Draft => ({
  name: isDerived(facts) ? '' : facts.displayName,
  externalId: facts.externalId ?? '',
  status: facts.status,
  managementType: facts.managementType,
  loanNumber: facts.loanNumber ?? '',
  loanAmount: written(facts.loanAmount),
  outstandingBalance: written(facts.outstandingBalance),
  maturityDate: facts.maturityDate?.slice(0, 10) ?? '',
  federallyRelated: truthWritten(facts.federallyRelated),
  profile: facts.riskProfile?.id ?? '',
  program: facts.program?.id ?? '',
  insureds: facts.insureds.map(({ id, displayName }) => ({ id, name: displayName })),
  contacts: facts.insuranceContacts.map(({ id, displayName }) => ({ id, name: displayName })),
  copies: facts.insuranceContactsCC.map(({ id, displayName }) => ({ id, name: displayName })),
  clauses: facts.mortgageeClauses.map(({ id }) => id),
})

// The moves of a case that need nothing but a yes; holding and closing have buttons of their own.
const moves: Partial<Record<CaseStatus, readonly CaseStatus[]>> = {
  DRAFT: ['OPEN', 'ONBOARDING'],
  OPEN: ['ONBOARDING', 'approved'],
  ONBOARDING: ['OPEN', 'approved'],
  approved: ['OPEN'],
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Parties = 'insureds' | 'contacts' | 'copies'

// EditCase changes what the head of the case shows, where it is shown.
export function EditCase() {
  const { facts, changed } = useShown()
  const update = useWrite(UpdateCaseDocument)
  const makeInsureds = useWrite(MakeInsuredsDocument)
  const makeBrokers = useWrite(MakeBrokersDocument)
  const makers: Record<Parties, { member: string; make(fresh: Party[]): Promise<readonly { id: string }[]> }> = {
    insureds: { member: 'insureds', make: async (fresh) => (await makeInsureds.write({ input: { items: fresh.map(insuredOf) } })).createInsureds },
    contacts: { member: 'insuranceContacts', make: (fresh) => brokersOf(fresh) },
    copies: { member: 'insuranceContactsCC', make: (fresh) => brokersOf(fresh) },
  }
  const brokersOf = async (fresh: Party[]) =>
    (await makeBrokers.write({ input: { items: fresh.map(({ name, email }) => ({ displayName: name, ...(email && { email }) })) } })).createBrokers

  // made are the ids of all parties: those that are new are made first, once, whatever is refused afterwards.
  async function made(of: Parties, draft: Drafted<Draft>): Promise<string[]> {
    const { member, make } = makers[of]
    const all = draft.value[of]
    const fresh = all.filter(({ id }) => !id)
    if (fresh.length === 0) return all.flatMap(({ id }) => id ?? [])
    const ids = await make(fresh).then(
      (records) => records.map(({ id }) => id),
      (error: unknown) => {
        throw under(refusalOf(error), member)
      },
    )
    const known = all.map((party) => ({ ...party, id: party.id ?? ids.shift()! }))
    draft.set({ [of]: known })
    return known.map(({ id }) => id)
  }

  async function save(draft: Drafted<Draft>) {
    const { value } = draft
    const before = draftOf(facts)
    const differs = (member: keyof Draft) => !same(value[member], before[member])
    const money = (member: 'loanAmount' | 'outstandingBalance') =>
      differs(member) && { [member]: moneyTyped(value[member], facts[member]?.currency ?? facts.loanAmount?.currency) ?? null }
    const input: UpdateCaseInput = {
      ...(differs('name') && { displayName: value.name.trim() || null }),
      ...(differs('externalId') && { externalId: value.externalId || null }),
      ...(differs('status') && { status: value.status }),
      ...(differs('managementType') && { managementType: value.managementType }),
      ...(differs('loanNumber') && { loanNumber: value.loanNumber.trim() || null }),
      ...money('loanAmount'),
      ...money('outstandingBalance'),
      ...(differs('maturityDate') && { maturityDate: value.maturityDate || null }),
      ...(differs('federallyRelated') && { federallyRelated: truthTyped(value.federallyRelated) }),
      ...(differs('profile') && { riskProfile: value.profile }),
      ...(differs('program') && { program: value.program }),
      ...(differs('insureds') && { insureds: await made('insureds', draft) }),
      ...(differs('contacts') && { insuranceContacts: await made('contacts', draft) }),
      ...(differs('copies') && { insuranceContactsCC: await made('copies', draft) }),
      ...(differs('clauses') && { mortgageeClauses: value.clauses }),
    }
    await update.write({ id: facts.id, input })
    changed('The case is changed.')
  }

  return (
    <Edit
      label="Edit"
      title="Edit the case"
      what={() => <p>What you change is recorded with your name, and the verdict follows at once.</p>}
      draft={`edit case ${facts.id}`}
      beginning={draftOf(facts)}
      save={save}
    >
      {(draft, at) => <CaseFields draft={draft} at={at} status={facts.status} />}
    </Edit>
  )
}

interface CaseFieldsProps {
  draft: Drafted<Draft>
  at: At
  status: CaseStatus
}

type Text = 'name' | 'externalId' | 'loanNumber' | 'loanAmount' | 'outstandingBalance' | 'maturityDate'

function CaseFields({ draft: { value, set }, at, status }: CaseFieldsProps) {
  const choices = useQuery(NewCaseChoicesDocument, {}).data
  if (!choices) return <Loading what="what to choose from" />
  const text = (member: Text) => ({
    value: value[member],
    onInput: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
  })
  const choice = (member: 'status' | 'managementType' | 'profile' | 'program') => ({
    value: value[member],
    onChange: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
  })
  return (
    <>
      <div class="fields">
        <Field label="Name" hint="Empty: the loan number." error={at('/displayName')}>
          <input {...text('name')} />
        </Field>
        <Field label="Loan number" error={at('/loanNumber')}>
          <input {...text('loanNumber')} />
        </Field>
        <Field label="Loan amount" error={at('/loanAmount')}>
          <input inputMode="decimal" {...text('loanAmount')} />
        </Field>
        <Field label="Outstanding balance" error={at('/outstandingBalance')}>
          <input inputMode="decimal" {...text('outstandingBalance')} />
        </Field>
        <Field label="Matures" error={at('/maturityDate')}>
          <input type="date" {...text('maturityDate')} />
        </Field>
        <FederallyRelated value={value.federallyRelated} error={at('/federallyRelated')} onChange={(federallyRelated) => set({ federallyRelated })} />
        <Field label="Key in other systems" error={at('/externalId')}>
          <input {...text('externalId')} />
        </Field>
        {moves[status] && (
          <Field label="Status" error={at('/status')}>
            <select {...choice('status')}>
              {[status, ...moves[status]].map((one) => (
                <option key={one} value={one}>
                  {word(caseStatusWords, one)}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      <Field label="Renewals" hint="Another choice cancels the open tasks of the case." error={at('/managementType')}>
        <select {...choice('managementType')}>
          {Object.entries(managementWords).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {value.profile && (
        <Field label="What the lender requires" error={at('/riskProfile')}>
          <select {...choice('profile')}>
            {!choices.riskProfiles.nodes.some(({ id }) => id === value.profile) && <option value={value.profile}>The version that the case has</option>}
            {choices.riskProfiles.nodes.map(({ id, name, version }) => (
              <option key={id} value={id}>
                {name}, version {version}
              </option>
            ))}
          </select>
        </Field>
      )}
      {value.program && (
        <Field label="Program" error={at('/program')}>
          <select {...choice('program')}>
            {choices.programs.nodes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Insureds chosen={value.insureds} error={at('/insureds')} onChange={(insureds) => set({ insureds })} />
      <Contacts chosen={value.contacts} users={choices.users.nodes} error={at('/insuranceContacts')} onChange={(contacts) => set({ contacts })} />
      <Contacts label="In copy" chosen={value.copies} users={choices.users.nodes} error={at('/insuranceContactsCC')} onChange={(copies) => set({ copies })} />
      <Clauses draft={{ value, set }} all={choices.mortgageeClauses.nodes} error={at('/mortgageeClauses')} />
    </>
  )
}
