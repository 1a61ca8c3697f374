import type { CreatePolicyInput, DeductibleInput, LimitInput, UpdatePolicyInput } from '../../gql/graphql.ts'
import type { CoverageFormType, CoverageGroup, CoverageLayer, DeductibleBase, LimitKind, PolicyPlacement, ValuationMethod } from '../../gql/enums.ts'
import { amountTyped, moneyTyped } from '../../lib/typed.ts'
import type { Party } from './case-draft.ts'

// Row is a line of the grid: a coverage, what it pays at the most, and what the insured bears.
export interface Row {
  // The id of a coverage type; '' for the whole policy.
  coverage: string
  kind: LimitKind
  amount: string
  months: string
  actualLoss: boolean
  deductible: string
  of: DeductibleBase
  // What a recorded row says besides, which stays as it is.
  rest?: Partial<LimitInput>
}

export interface PolicyDraft {
  carrier: string
  naic: string
  rating: string
  policyNumber: string
  externalId: string
  startDate: string
  endDate: string
  layer: CoverageLayer
  product: string
  form: CoverageFormType
  valuation: ValuationMethod | ''
  coinsurance: string
  claimsMade: '' | 'yes' | 'no'
  noticeCancellation: string
  noticeNonPayment: string
  endorsements: string[] | null
  exclusions: string[] | null
  rows: Row[]
  // `peril@asset`; of a case without assets `peril@`.
  perils: string[]
  insureds: Party[]
  clauses: string[]
  premium: string
  attachment: string
  placement: PolicyPlacement
  // What each asset is insured for, by its id: the statement of values.
  values: Record<string, string>
  contacts: Party[]
  // The keys of what was dropped on the page, in the order of the files.
  category: string
}

export const emptyPolicy: PolicyDraft = {
  carrier: '',
  naic: '',
  rating: '',
  policyNumber: '',
  externalId: '',
  startDate: '',
  endDate: '',
  layer: 'primary',
  product: '',
  form: 'Unknown',
  valuation: '',
  coinsurance: '',
  claimsMade: '',
  noticeCancellation: '',
  noticeNonPayment: '',
  endorsements: null,
  exclusions: null,
  rows: [],
  perils: [],
  insureds: [],
  clauses: [],
  premium: '',
  attachment: '',
  placement: 'voluntary',
  values: {},
  contacts: [],
  category: 'evidenceOfProperty',
}

export interface Coverage {
  id: string
  key: string
  name: string
  coverageGroup: CoverageGroup
  perils: readonly { id: string; key: string; name: string }[]
}

export const newRow = (coverage: string, kind: LimitKind = 'perOccurrence'): Row => ({
  coverage,
  kind,
  amount: '',
  months: '',
  actualLoss: false,
  deductible: '',
  of: 'INSURED_VALUE',
})

// isSaid reports whether a row says anything: the others are offered, and not sent.
export const isSaid = (row: Row) => Boolean(row.amount.trim() || row.months.trim() || row.actualLoss || row.deductible.trim() || row.rest)

// coveragesOf are the ids of the coverage types that the policy has, each once.
export const coveragesOf = (draft: PolicyDraft) => [
  ...new Set(draft.rows.filter(isSaid).flatMap((row) => row.rest?.coverageTypes ?? (row.coverage ? [row.coverage] : []))),
]

// perilsIn are the perils of the coverages that the policy has, each once.
export function perilsIn(draft: PolicyDraft, coverages: readonly Coverage[]): Coverage['perils'][number][] {
  const has = coveragesOf(draft)
  const all = coverages.filter(({ id }) => has.includes(id)).flatMap(({ perils }) => perils)
  return [...new Map(all.map((peril) => [peril.id, peril])).values()]
}

export interface Known {
  coverages: readonly Coverage[]
  assets: readonly { id: string }[]
  // Whether the case has a risk profile; else a product is asked for.
  isFramework: boolean
}

// inputOf is what is typed as the server takes it, without the case.
export function inputOf(draft: PolicyDraft, known: Known): Omit<CreatePolicyInput, 'caseId'> {
  const text = (value: string) => value.trim()
  const premium = moneyTyped(draft.premium)
  const attachment = moneyTyped(draft.attachment)
  const notice = {
    ...(text(draft.noticeCancellation) && { cancellation: whole(draft.noticeCancellation) }),
    ...(text(draft.noticeNonPayment) && { nonPayment: whole(draft.noticeNonPayment) }),
  }
  return {
    ...carrierOf(draft),
    ...(draft.externalId && { externalId: draft.externalId }),
    ...(text(draft.policyNumber) && { policyNumber: text(draft.policyNumber) }),
    ...(draft.startDate && { startDate: draft.startDate }),
    ...(draft.endDate && { endDate: draft.endDate }),
    ...(known.isFramework ? frameworkOf(draft, known) : draft.product && { productType: draft.product }),
    ...(draft.valuation && { valuation: draft.valuation }),
    ...(text(draft.coinsurance) && { coinsurancePercent: text(draft.coinsurance).replace('%', '') }),
    ...(draft.claimsMade && { claimsMade: draft.claimsMade === 'yes' }),
    ...(Object.keys(notice).length > 0 && { noticeDays: notice }),
    ...(draft.endorsements && { endorsements: draft.endorsements }),
    ...(draft.exclusions && { exclusions: draft.exclusions }),
    ...(draft.insureds.length > 0 && { insureds: draft.insureds.flatMap(({ id }) => (id ? [id] : [])) }),
    mortgageeClauses: draft.clauses,
    limits: limitsOf(draft, known),
    ...deductiblesOf(draft, known),
    ...(premium && { premium }),
    ...(attachment && { attachment }),
    ...(draft.placement !== 'voluntary' && { placement: draft.placement }),
    ...valuesOf(draft, known),
    ...(draft.contacts.length > 0 && { insuranceContacts: draft.contacts.flatMap(({ id }) => id ?? []) }),
  }
}

function carrierOf(draft: PolicyDraft): Pick<CreatePolicyInput, 'carrier'> {
  const [name, naicCode, amBestRating] = [draft.carrier.trim(), draft.naic.trim(), draft.rating.trim()]
  if (!name && !naicCode && !amBestRating) return {}
  return { carrier: { name, ...(naicCode && { naicCode }), ...(amBestRating && { amBestRating }) } }
}

function valuesOf(draft: PolicyDraft, known: Known): Pick<CreatePolicyInput, 'statedValues'> {
  const said = known.assets.flatMap(({ id }) => {
    const amount = moneyTyped(draft.values[id] ?? '')
    return amount ? [{ asset: id, amount }] : []
  })
  return said.length > 0 ? { statedValues: said } : {}
}

// valuesSent are the assets whose value is sent, in that order.
export const valuesSent = (draft: PolicyDraft, known: Known) => known.assets.filter(({ id }) => (draft.values[id] ?? '').trim() !== '').map(({ id }) => id)

const whole = (text: string) => {
  const number = Number(amountTyped(text))
  return Number.isInteger(number) ? number : (text as unknown as number) // the server says what is wrong
}

function frameworkOf(draft: PolicyDraft, known: Known): Partial<CreatePolicyInput> {
  return { coverageLayer: draft.layer, coverageFormType: draft.form, coverageTypes: coveragesOf(draft), ...perilsOf(draft, known) }
}

// perilsOf are the perils of all assets together, or asset by asset where they differ.
export function perilsOf(draft: PolicyDraft, known: Known): Pick<CreatePolicyInput, 'perils' | 'perilsByAsset'> {
  const offered = perilsIn(draft, known.coverages).map(({ id }) => id)
  const at = (asset: string) => offered.filter((peril) => draft.perils.includes(`${peril}@${asset}`))
  if (known.assets.length === 0) return { perils: at('') }
  const each = known.assets.map(({ id }) => ({ asset: id, perils: at(id) }))
  const alike = each.every(({ perils }) => perils.join() === each[0]!.perils.join())
  return alike ? { perils: each[0]!.perils } : { perilsByAsset: each }
}

// rowsSent are the rows that have a limit, in the order in which they are sent.
export const rowsSent = (draft: PolicyDraft) => draft.rows.filter((row) => row.amount.trim() || row.months.trim() || row.actualLoss || Object.keys(row.rest ?? {}).length > 0)

function limitsOf(draft: PolicyDraft, known: Known): LimitInput[] {
  return rowsSent(draft).map((row) => {
    const amount = moneyTyped(row.amount)
    const isTime = known.coverages.find(({ id }) => id === row.coverage)?.coverageGroup === 'timeElement'
    return {
      ...(row.coverage && { coverageType: row.coverage }),
      ...row.rest,
      kind: row.kind,
      ...(amount && { amount }),
      ...(isTime && row.months.trim() && { months: whole(row.months) }),
      ...(isTime && row.actualLoss && { actualLossSustained: true }),
    }
  })
}

// deductibleTyped reads `25,000`, `5%` or `72 hours`.
export function deductibleTyped(text: string, of: DeductibleBase): DeductibleInput | undefined {
  const plain = text.trim()
  if (!plain) return undefined
  const [, percent] = /^([\d.]+)\s*%/.exec(plain) ?? []
  if (percent) return { percent, of }
  const [, hours] = /^(\d+)\s*(?:h|hours?)$/i.exec(plain) ?? []
  if (hours) return { hours: Number(hours) }
  return { amount: moneyTyped(plain)! }
}

// deductiblesOf is one deductible where all that is typed is alike, else one for the perils of each coverage.
export function deductiblesOf(draft: PolicyDraft, known: Known): Pick<CreatePolicyInput, 'deductible' | 'deductibles'> {
  const said = draft.rows.flatMap((row) => {
    const value = deductibleTyped(row.deductible, row.of)
    return value ? [{ coverage: row.coverage, value }] : []
  })
  if (said.length === 0) return {}
  const groups = new Map<string, { value: DeductibleInput; coverages: string[] }>()
  for (const { coverage, value } of said) {
    const group = groups.get(JSON.stringify(value)) ?? { value, coverages: [] }
    groups.set(JSON.stringify(value), { value, coverages: [...group.coverages, coverage] })
  }
  if (groups.size === 1) return { deductibles: [said[0]!.value] }
  return {
    deductibles: [...groups.values()].map(({ value, coverages }) => ({
      ...value,
      perils: [...new Set(known.coverages.filter(({ id }) => coverages.includes(id)).flatMap(({ perils }) => perils.map(({ id }) => id)))],
    })),
  }
}

// changesOf are the members of a correction: what differs from what was recorded. What is emptied is cleared.
export function changesOf(before: PolicyDraft, after: PolicyDraft, known: Known): UpdatePolicyInput {
  const from = inputOf(before, known) as Record<string, unknown>
  const to = inputOf(after, known) as Record<string, unknown>
  const changed = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((member) => JSON.stringify(from[member]) !== JSON.stringify(to[member]))
  const members = changed.filter((member) => !(member === 'perils' && 'perilsByAsset' in to) && !(member === 'perilsByAsset' && !('perilsByAsset' in to)))
  return Object.fromEntries(members.map((member) => [member, to[member] ?? null]))
}
