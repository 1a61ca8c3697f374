// What a version of a policy says, as on a declarations page.
import { counted, day, money } from '../../lib/format.ts'
import { limitOf, limitTerms, limitText, namesOf, type Names } from '../../lib/limits.ts'
import {
  agencyWords,
  carriedMemberWords,
  clauseWords,
  deductibleOfWords,
  formWords,
  layerWords,
  limitWords,
  placementWords,
  valuationWords,
  word,
} from '../../lib/words.ts'
import type { CarriedOverMember } from '../../gql/enums.ts'
import type { Version } from './difference.ts'

export interface Said {
  name: string
  // None: the policy does not say it.
  texts: string[]
  // What it is part of, of what a new term takes over.
  member?: CarriedOverMember
}

// saidBy is what a version says of the whole policy, its limits and perils aside.
export function saidBy(v: Version): Said[] {
  const { carrier } = v
  const name = carrier && (carrier.naicCode ? `${carrier.name} (NAIC ${carrier.naicCode})` : carrier.name)
  const clauses = v.mortgageeClauses.map((c) => `${word(clauseWords, c.clauseType)}: ${c.certificateHolder.name}`)
  const form = v.coverageFormType === 'Unknown' ? null : v.coverageFormType
  return [
    { name: 'Policy number', texts: known(v.policyNumber) },
    { name: 'Term', texts: v.startDate || v.endDate ? [`${day(v.startDate) || 'not known'} to ${day(v.endDate) || 'not known'}`] : [] },
    { name: 'Carrier', texts: known(name), member: 'carrier' },
    { name: 'A.M. Best rating', texts: known(carrier?.amBestRating), member: 'carrier' },
    { name: 'Other ratings', texts: ratingsOf(v), member: 'carrier' },
    { name: 'Layer', texts: known(word(layerWords, v.coverageLayer)) },
    { name: 'Coverage', texts: v.coverageTypes.map(({ name }) => name) },
    { name: 'Form', texts: known(word(formWords, form)), member: 'coverageFormType' },
    ...conditionsOf(v),
    { name: 'Premium', texts: known(v.premium && money(v.premium)) },
    { name: 'Named insureds', texts: v.insureds.map(({ displayName }) => displayName), member: 'insureds' },
    { name: 'Clauses', texts: clauses, member: 'mortgageeClauses' },
  ]
}

type Conditions = Pick<
  Version,
  'deductibles' | 'valuation' | 'coinsurancePercent' | 'noticeDays' | 'claimsMade' | 'attachment' | 'endorsements' | 'exclusions'
> & { perils: readonly { id: string; name: string }[]; placement?: Version['placement'] }

// conditionsOf are the conditions of a version. A list that is empty was said to be.
export function conditionsOf(v: Conditions): Said[] {
  const percent = v.coinsurancePercent
  return [
    { name: 'Deductible', texts: listed(v.deductibles?.map((d) => deductibleText(d, v))), member: 'deductibles' },
    { name: 'Valuation', texts: known(word(valuationWords, v.valuation)), member: 'valuation' },
    { name: 'Coinsurance', texts: percent === null ? [] : [Number(percent) === 0 ? 'none' : `${Number(percent)}%`] },
    { name: 'Days of notice', texts: noticeOf(v), member: 'noticeDays' },
    { name: 'Liability form', texts: v.claimsMade === null ? [] : [v.claimsMade ? 'claims-made' : 'occurrence'] },
    { name: 'Attachment', texts: known(v.attachment && money(v.attachment)), member: 'attachment' },
    { name: 'Endorsements', texts: listed(v.endorsements?.map(({ name }) => name)), member: 'endorsements' },
    { name: 'Exclusions', texts: listed(v.exclusions?.map(({ name }) => name)), member: 'exclusions' },
    { name: 'Placed', texts: known(word(placementWords, v.placement)) },
  ]
}

const listed = (texts: string[] | undefined) => (texts?.length === 0 ? ['none'] : (texts ?? []))

// A.M. Best's rating has a line of its own.
const ratingsOf = ({ carrier }: Version) =>
  (carrier?.ratings ?? [])
    .filter(({ agency, rating }) => agency !== 'AM_BEST' || rating !== carrier?.amBestRating)
    .map(({ agency, rating, size }) => [word(agencyWords, agency), rating, size].filter(Boolean).join(' '))

const noticeOf = ({ noticeDays: days }: Conditions) => [
  ...(days?.cancellation == null ? [] : [`${counted(days.cancellation, 'day')} of cancellation`]),
  ...(days?.nonPayment == null ? [] : [`${counted(days.nonPayment, 'day')} for nonpayment of premium`]),
]

function deductibleText(d: NonNullable<Version['deductibles']>[number], v: Conditions): string {
  const names = new Map(v.perils.map(({ id, name }) => [id, name]))
  const least = d.minimum ? `, at least ${money(d.minimum)}` : ''
  const share = d.percent && `${Number(d.percent)}% of ${word(deductibleOfWords, d.of)}${least}`
  const what = d.amount ? money(d.amount) : share || counted(d.hours ?? 0, 'hour')
  return d.perils ? `${d.perils.map((id) => names.get(id) ?? 'another peril').join(', ')}: ${what}` : what
}

export interface Carried {
  member: CarriedOverMember
  // None: nothing is recorded of it.
  texts: string[]
}

// carriedOf is what a version has of each member that a new term takes over.
export function carriedOf(v: Version, asset: Names['asset']): Carried[] {
  const said = saidBy(v)
  const names = namesOf(v, asset)
  const places = (assets: string[]) => assets.map((id) => asset(id) ?? 'an asset that is gone').join(', ')
  const more: Partial<Record<CarriedOverMember, string[]>> = {
    limits: v.limits.map((row) => limitText(row, names)),
    perils: perilsOf(v)
      .filter(({ evidenced }) => evidenced.length > 0)
      .map(({ assets, evidenced }) => `${evidenced.join(', ')}${assets.length > 0 ? ` at ${places(assets)}` : ''}`),
  }
  return (Object.keys(carriedMemberWords) as CarriedOverMember[]).map((member) => ({
    member,
    texts: more[member] ?? said.filter((one) => one.member === member).flatMap(({ texts }) => texts),
  }))
}

const known = (text: string | null | undefined) => (text ? [text] : [])

export interface LimitSaid {
  coverage: string
  kind: string
  amount: Version['limits'][number]['amount']
  terms: string[]
}

// limitsOf are the limits with their labels; one that names no coverage is the whole policy's.
export function limitsOf(v: Version, asset: Names['asset']): LimitSaid[] {
  const names = namesOf(v, asset)
  return v.limits.map((row) => ({
    coverage: limitOf(row, names),
    kind: word(limitWords, row.kind),
    amount: row.amount,
    terms: limitTerms(row),
  }))
}

export interface PerilsSaid {
  // None: the policy says it of no asset in particular.
  assets: string[]
  evidenced: string[]
  missing: string[]
}

// perilsOf are the perils, evidenced and not, with the assets of which the policy says the same.
export function perilsOf(v: Version): PerilsSaid[] {
  const names = new Map(v.perils.map((peril) => [peril.id, peril.name]))
  const groups = new Map<string, PerilsSaid>()
  const all = v.perilsByAsset.length > 0 ? v.perilsByAsset : v.perils.length > 0 ? [{ assetId: undefined, perils: v.perils }] : []
  for (const { assetId, perils } of all) {
    const of = (applied: boolean) => perils.filter((peril) => peril.applied === applied).map(({ id }) => names.get(id) ?? 'Another peril')
    const said = { assets: [], evidenced: of(true), missing: of(false) }
    const group = groups.get(JSON.stringify(said)) ?? said
    groups.set(JSON.stringify(said), { ...group, assets: [...group.assets, ...(assetId ? [assetId] : [])] })
  }
  return [...groups.values()]
}
