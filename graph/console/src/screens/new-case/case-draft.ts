import type { SetUpAssetInput, SetUpCaseInput } from '../../gql/graphql.ts'
import type { FieldKind } from '../../gql/enums.ts'
import { amountTyped, moneyTyped, truthTyped, type Truth } from '../../lib/typed.ts'

// Party is an insured or a contact: one that there is, or one to be made.
export interface Party {
  id?: string
  name: string
  type?: 'corporate' | 'individual'
  email?: string
}

export interface AssetDraft {
  type: string
  // By the key of the field; of an address by `key.member`.
  values: Record<string, string>
}

export interface CaseDraft {
  loanNumber: string
  loanAmount: string
  outstandingBalance: string
  maturityDate: string
  federallyRelated: Truth
  // `profile ID` or `program ID`.
  frame: string
  insureds: Party[]
  contacts: Party[]
  clauses: string[]
  assets: AssetDraft[]
}

export const emptyCase: CaseDraft = {
  loanNumber: '',
  loanAmount: '',
  outstandingBalance: '',
  maturityDate: '',
  federallyRelated: '',
  frame: '',
  insureds: [],
  contacts: [],
  clauses: [],
  assets: [],
}

export interface FieldType {
  key: string
  label: string
  kind: FieldKind
  required: boolean
  options: readonly string[]
}

export interface AssetType {
  key: string
  name: string
  fieldTypes: readonly FieldType[]
}

export const addressMembers = [
  ['street1', 'Street'],
  ['street2', 'Second line'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal code'],
  ['county', 'County'],
  ['country', 'Country'],
] as const

// valueOf is a field as the server takes it; undefined where nothing is typed.
export function valueOf({ key, kind }: FieldType, values: AssetDraft['values']): unknown {
  const text = (values[key] ?? '').trim()
  switch (kind) {
    case 'address': {
      const members = addressMembers.map(([member]) => [member, (values[`${key}.${member}`] ?? '').trim()] as const).filter(([, value]) => value)
      return members.length > 0 ? Object.fromEntries(members) : undefined
    }
    case 'money':
      return moneyTyped(text, values[`${key}.currency`])
    case 'boolean':
      return text ? text === 'yes' : undefined
    case 'integer':
    case 'number': {
      const amount = amountTyped(text)
      return amount === '' ? undefined : Number.isNaN(Number(amount)) ? text : Number(amount)
    }
    default:
      return text || undefined
  }
}

// fieldsOf are the fields of an asset that have a value, in the order of its type.
export function fieldsOf(type: AssetType | undefined, values: AssetDraft['values']): { fieldType: string; value: unknown }[] {
  return (type?.fieldTypes ?? []).flatMap((field) => {
    const value = valueOf(field, values)
    return value === undefined ? [] : [{ fieldType: field.key, value }]
  })
}

// fieldAt is where in the input a field of an asset stands, for the refusal of it; undefined if it is not sent.
export function fieldAt(type: AssetType | undefined, draft: AssetDraft, key: string): number | undefined {
  const at = fieldsOf(type, draft.values).findIndex(({ fieldType }) => fieldType === key)
  return at < 0 ? undefined : at
}

// inputOf is the whole case as the server takes it.
export function inputOf(draft: CaseDraft, types: readonly AssetType[]): SetUpCaseInput {
  const [frame, id] = draft.frame.split(' ')
  const known = (all: Party[]) => all.flatMap((party) => (party.id ? [party.id] : []))
  const made = (all: Party[]) => all.filter((party) => !party.id)
  const loanAmount = moneyTyped(draft.loanAmount)
  const outstandingBalance = moneyTyped(draft.outstandingBalance)
  return {
    case: {
      status: 'OPEN',
      ...(frame === 'profile' && id && { riskProfile: id }),
      ...(frame === 'program' && id && { program: id }),
      ...(draft.loanNumber.trim() && { loanNumber: draft.loanNumber.trim() }),
      ...(loanAmount && { loanAmount }),
      ...(outstandingBalance && { outstandingBalance }),
      ...(draft.maturityDate && { maturityDate: draft.maturityDate }),
      ...(draft.federallyRelated && { federallyRelated: truthTyped(draft.federallyRelated) }),
      insureds: known(draft.insureds),
      insuranceContacts: known(draft.contacts),
      mortgageeClauses: draft.clauses,
    },
    insureds: made(draft.insureds).map(insuredOf),
    brokers: made(draft.contacts).map(({ name, email }) => ({ displayName: name, ...(email && { email }) })),
    assets: draft.assets.map((asset): SetUpAssetInput => {
      const type = types.find(({ key }) => key === asset.type)
      return { assetType: asset.type, fields: fieldsOf(type, asset.values) }
    }),
  }
}

// insuredOf is a new insured: a person's last name is the last word.
export function insuredOf({ name, type }: Party) {
  if (type !== 'individual') return { corporateName: name }
  const words = name.split(/\s+/)
  return words.length > 1 ? { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! } : { lastName: name, displayName: name }
}
