// A row of a policy's limits in words: what it limits, and to what.
import type { LimitKind } from '../gql/enums.ts'
import { counted, money, type Amount } from './format.ts'
import { limitWords, word } from './words.ts'

export interface LimitRow {
  coverageType: string | null
  coverageTypes: readonly string[] | null
  asset: string | null
  perils: readonly string[] | null
  kind: LimitKind
  amount: Amount | null
  marginPercent: string | null
  otherValues: Amount | null
  actualLossSustained: boolean | null
  months: number | null
  extendedDays: number | null
}

// Names are what a row has by id; undefined for what is not known (any more).
export interface Names {
  coverage(id: string): string | undefined
  peril(id: string): string | undefined
  asset(id: string): string | undefined
}

interface Named {
  id: string
  name: string
}

export function namesOf(of: { coverageTypes: readonly Named[]; perils?: readonly Named[] | undefined }, asset: Names['asset']): Names {
  const by = (all: readonly Named[]) => new Map(all.map(({ id, name }) => [id, name]))
  const coverages = by(of.coverageTypes)
  const perils = by(of.perils ?? [])
  return { coverage: (id) => coverages.get(id), peril: (id) => perils.get(id), asset }
}

// limitOf is what a row limits: `Building and Contents together, at 1 Main Street, for Flood`.
export function limitOf(row: LimitRow, names: Names): string {
  const types = row.coverageTypes ?? (row.coverageType === null ? [] : [row.coverageType])
  const coverage = types.map((id) => names.coverage(id) ?? 'Other coverage').join(' and ')
  return [
    types.length === 0 ? 'The whole policy' : types.length > 1 ? `${coverage} together` : coverage,
    ...(row.asset ? [`at ${names.asset(row.asset) ?? 'an asset that is gone'}`] : []),
    ...(row.perils ? [`for ${row.perils.map((id) => names.peril(id) ?? 'another peril').join(', ')}`] : []),
  ].join(', ')
}

// limitTerms are what a row says besides its amount.
export function limitTerms(row: LimitRow): string[] {
  return [
    row.actualLossSustained && 'actual loss sustained',
    row.months !== null && counted(row.months, 'month'),
    row.extendedDays !== null && `${counted(row.extendedDays, 'day')} after the repair`,
    row.marginPercent !== null && `at most ${Number(row.marginPercent)}% of a stated value`,
    row.otherValues && `${money(row.otherValues)} insured under it elsewhere`,
  ].filter((text) => typeof text === 'string')
}

export function limitText(row: LimitRow, names: Names): string {
  const terms = [...(row.amount ? [money(row.amount)] : []), ...limitTerms(row)].join(', ')
  return `${limitOf(row, names)}, ${word(limitWords, row.kind).toLowerCase()}: ${terms || 'no amount'}`
}
