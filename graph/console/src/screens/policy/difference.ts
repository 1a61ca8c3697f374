// Two versions of a policy, side by side: a line for each member, with what is on one side only.

import type { ClauseType, CoverageFormType, CoverageLayer, LimitKind } from '../../gql/enums.ts'
import type { Amount } from '../../lib/format.ts'

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
  carrier: { name: string; naicCode: string | null; amBestRating: string | null } | null
  insureds: readonly { displayName: string }[]
  mortgageeClauses: readonly { clauseType: ClauseType; certificateHolder: { name: string } }[]
  limits: readonly { coverageType: string | null; kind: LimitKind; amount: Amount | null }[]
  deductible: Amount | null
  premium: Amount | null
}

// Words are how the members of a version are written.
export type Words = {
  money(m: Amount): string
  day(date: string): string
  layer(key: CoverageLayer): string
  limit(kind: LimitKind): string
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
    ['Limits', v.limits.map((l) => limitText(l, names, words))],
    ['Deductible', one(v.deductible, words.money)],
    ['Premium', one(v.premium, words.money)],
    ['Form', one(v.coverageFormType, words.form)],
    [perils, applied(v, v.perils)],
    ['Insureds', v.insureds.map((i) => i.displayName)],
    ['Mortgagee clauses', v.mortgageeClauses.map((c) => `${c.certificateHolder.name}: ${words.clause(c.clauseType)}`)],
  ])
  for (const of of v.perilsByAsset) members.set(perilsOf + words.asset(of.assetId), applied(v, of.perils))
  return members
}

function limitText(l: Version['limits'][number], names: Map<string, string>, words: Words): string {
  const of = l.coverageType == null ? '' : `${names.get(l.coverageType) ?? 'Other coverage'}, `
  return `${of}${words.limit(l.kind)}: ${l.amount ? words.money(l.amount) : 'no amount'}`
}

function carrierText(c: NonNullable<Version['carrier']>): string {
  const more = [c.naicCode && `NAIC ${c.naicCode}`, c.amBestRating && `AM Best ${c.amBestRating}`].filter(Boolean)
  return more.length === 0 ? c.name : `${c.name} (${more.join(', ')})`
}

function applied(v: Version, of: readonly { id: string; applied: boolean }[]): string[] {
  const names = new Map(v.perils.map((p) => [p.id, p.name]))
  return of.filter((p) => p.applied).map((p) => names.get(p.id) ?? 'Another peril')
}

function one<T>(value: T | null | undefined, text: (v: T) => string = String): string[] {
  return value == null ? [] : [text(value)]
}
