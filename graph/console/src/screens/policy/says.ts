// What a version of a policy says, as on a declarations page.
import { day, money } from '../../lib/format.ts'
import { clauseWords, formWords, layerWords, limitWords, word } from '../../lib/words.ts'
import type { Version } from './difference.ts'

export interface Said {
  name: string
  // None: the policy does not say it.
  texts: string[]
}

// saidBy is what a version says of the whole policy, its limits and perils aside.
export function saidBy(v: Version): Said[] {
  const { carrier } = v
  return [
    { name: 'Policy number', texts: known(v.policyNumber) },
    { name: 'Term', texts: v.startDate || v.endDate ? [`${day(v.startDate) || 'not known'} to ${day(v.endDate) || 'not known'}`] : [] },
    { name: 'Carrier', texts: known(carrier && (carrier.naicCode ? `${carrier.name} (NAIC ${carrier.naicCode})` : carrier.name)) },
    { name: 'A.M. Best rating', texts: known(carrier?.amBestRating) },
    { name: 'Layer', texts: known(word(layerWords, v.coverageLayer)) },
    { name: 'Coverage', texts: v.coverageTypes.map(({ name }) => name) },
    { name: 'Form', texts: v.coverageFormType === 'Unknown' ? [] : known(word(formWords, v.coverageFormType)) },
    { name: 'Deductible', texts: known(v.deductible && money(v.deductible)) },
    { name: 'Premium', texts: known(v.premium && money(v.premium)) },
    { name: 'Named insureds', texts: v.insureds.map(({ displayName }) => displayName) },
    { name: 'Clauses', texts: v.mortgageeClauses.map((c) => `${word(clauseWords, c.clauseType)}: ${c.certificateHolder.name}`) },
  ]
}

const known = (text: string | null | undefined) => (text ? [text] : [])

export interface LimitSaid {
  coverage: string
  kind: string
  amount: Version['limits'][number]['amount']
}

// limitsOf are the limits with their labels; one that names no coverage is the whole policy's.
export function limitsOf(v: Version): LimitSaid[] {
  const names = new Map(v.coverageTypes.map((type) => [type.id, type.name]))
  return v.limits.map(({ coverageType, kind, amount }) => ({
    coverage: coverageType === null ? 'The whole policy' : (names.get(coverageType) ?? 'Other coverage'),
    kind: word(limitWords, kind),
    amount,
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
