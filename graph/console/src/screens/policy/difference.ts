// Two versions of a policy, side by side: a line for each member, with what is on one side only.

import type * as enums from '../../gql/enums.ts'
import type { ClauseType, CoverageFormType, CoverageLayer } from '../../gql/enums.ts'
import type { Amount } from '../../lib/format.ts'
import { limitText, namesOf, type LimitRow } from '../../lib/limits.ts'
import { agencyWords, carriedMemberWords, word } from '../../lib/words.ts'
import { conditionsOf } from './says.ts'

export type Version = {
  displayName: string
  coverageLayer: CoverageLayer | null
  coverageTypes: readonly { id: string; name: string }[]
  perils: readonly { id: string; name: string; applied: boolean }[]
  perilsByAsset: readonly { assetId: string; perils: readonly { id: string; applied: boolean }[] }[]
  coverageFormType: CoverageFormType | null
  startDate: string | null
  endDate: string | null
  policyNumber: string | null
  carrier: {
    name: string
    naicCode: string | null
    amBestRating: string | null
    ratings: readonly { agency: enums.RatingAgency; rating: string; size: enums.FinancialSize | null }[] | null
  } | null
  insureds: readonly { displayName: string }[]
  mortgageeClauses: readonly { clauseType: ClauseType; certificateHolder: { name: string } }[]
  limits: readonly LimitRow[]
  deductibles: readonly {
    perils: readonly string[] | null
    amount: Amount | null
    percent: string | null
    of: enums.DeductibleBase | null
    minimum: Amount | null
    hours: number | null
  }[] | null
  valuation: enums.ValuationMethod | null
  coinsurancePercent: string | null
  noticeDays: { cancellation: number | null; nonPayment: number | null } | null
  claimsMade: boolean | null
  attachment: Amount | null
  statedValues?: readonly { asset: string; amount: Amount }[] | null
  endorsements: readonly { name: string }[] | null
  exclusions: readonly { name: string }[] | null
  placement: enums.PolicyPlacement
  carriedOver: readonly enums.CarriedOverMember[]
  premium: Amount | null
}

// Words are how the members of a version are written.
export type Words = {
  money(m: Amount): string
  day(date: string): string
  layer(key: CoverageLayer): string
  clause(type: ClauseType): string
  form(form: CoverageFormType): string
  asset(id: string): string
}

export type Entry = { text: string; only: boolean }

export type Line = { label: string; before: Entry[]; after: Entry[]; differs: boolean }

const perils = 'Perils evidenced'
const perilsOf = `${perils} for `

// difference is the lines of two versions, in the order of a declarations page. What neither has is left out.
export function difference(before: Version, after: Version, words: Words): Line[] {
  const left = membersOf(before, words)
  const right = membersOf(after, words)
  const labels = [...new Set([...left.keys(), ...right.keys()])]
  const lines = labels.filter((label) => !saysNothing(label, left) || !saysNothing(label, right))
  return lines.map((label) => lineOf(label, left.get(label) ?? [], right.get(label) ?? []))
}

// Of an asset only those perils are a line that are not the policy's.
function saysNothing(label: string, of: Map<string, string[]>): boolean {
  const texts = of.get(label) ?? []
  return texts.length === 0 || (label.startsWith(perilsOf) && texts.join() === of.get(perils)!.join())
}

function lineOf(label: string, before: string[], after: string[]): Line {
  const line = {
    label,
    before: before.map((text) => ({ text, only: !after.includes(text) })),
    after: after.map((text) => ({ text, only: !before.includes(text) })),
  }
  return { ...line, differs: [...line.before, ...line.after].some((e) => e.only) }
}

function membersOf(v: Version, words: Words): Map<string, string[]> {
  const names = new Map(v.coverageTypes.map((t) => [t.id, t.name]))
  const members = new Map<string, string[]>([
    ['Name', [v.displayName]],
    ['Starts', one(v.startDate, words.day)],
    ['Ends', one(v.endDate, words.day)],
    ['Policy number', one(v.policyNumber)],
    ['Carrier', one(v.carrier, carrierText)],
    ['Layer', one(v.coverageLayer, words.layer)],
    ['Coverage types', [...names.values()]],
    ['Limits', v.limits.map((row) => limitText(row, namesOf(v, words.asset)))],
    ...conditionsOf(v).map(({ name, texts }) => [name, texts] as const),
    ['Statement of values', (v.statedValues ?? []).map(({ asset, amount }) => `${words.asset(asset)}: ${words.money(amount)}`)],
    ['Premium', one(v.premium, words.money)],
    ['Form', one(v.coverageFormType, words.form)],
    [perils, applied(v, v.perils)],
    ['Named insureds', v.insureds.map((i) => i.displayName)],
    ['Mortgagee clauses', v.mortgageeClauses.map((c) => `${c.certificateHolder.name}: ${words.clause(c.clauseType)}`)],
    ['Not confirmed since renewal', v.carriedOver.map((member) => word(carriedMemberWords, member))],
  ])
  for (const of of v.perilsByAsset) members.set(perilsOf + words.asset(of.assetId), applied(v, of.perils))
  return members
}

// carrierText is a carrier with what agencies say of it.
export function carrierText(c: NonNullable<Version['carrier']>): string {
  const ratings = (c.ratings ?? []).map(({ agency, rating, size }) => [word(agencyWords, agency), rating, size].filter(Boolean).join(' '))
  const best = c.ratings ? ratings : c.amBestRating ? [`A.M. Best ${c.amBestRating}`] : []
  const more = [...(c.naicCode ? [`NAIC ${c.naicCode}`] : []), ...best]
  return more.length === 0 ? c.name : `${c.name} (${more.join(', ')})`
}

function applied(v: Version, of: readonly { id: string; applied: boolean }[]): string[] {
  const names = new Map(v.perils.map((p) => [p.id, p.name]))
  return of.filter((p) => p.applied).map((p) => names.get(p.id) ?? 'Another peril')
}

function one<T>(value: T | null | undefined, text: (v: T) => string = String): string[] {
  return value == null ? [] : [text(value)]
}
