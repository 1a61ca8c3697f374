import type { PolicyToCorrectQuery } from '../../gql/graphql.ts'
import type { LimitInput } from '../../gql/graphql.ts'
import { written } from '../../lib/typed.ts'
import { emptyPolicy, newRow, type PolicyDraft, type Row } from './policy-draft.ts'

export type Recorded = NonNullable<PolicyToCorrectQuery['policy']>

const digits = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))

// draftOf is what is recorded of a policy, as the form has it.
export function draftOf(policy: Recorded, assets: readonly { id: string }[]): PolicyDraft {
  return {
    ...emptyPolicy,
    carrier: policy.carrier?.name ?? '',
    naic: policy.carrier?.naicCode ?? '',
    rating: policy.carrier?.amBestRating ?? '',
    policyNumber: policy.policyNumber ?? '',
    externalId: policy.externalId ?? '',
    startDate: policy.startDate?.slice(0, 10) ?? '',
    endDate: policy.endDate?.slice(0, 10) ?? '',
    layer: policy.coverageLayer ?? 'primary',
    product: policy.productType ?? '',
    form: policy.coverageFormType ?? 'Unknown',
    valuation: policy.valuation ?? '',
    coinsurance: policy.coinsurancePercent === null ? '' : String(Number(policy.coinsurancePercent)),
    claimsMade: policy.claimsMade === null ? '' : policy.claimsMade ? 'yes' : 'no',
    noticeCancellation: digits(policy.noticeDays?.cancellation),
    noticeNonPayment: digits(policy.noticeDays?.nonPayment),
    endorsements: policy.endorsements?.map(({ id }) => id) ?? null,
    exclusions: policy.exclusions?.map(({ id }) => id) ?? null,
    rows: rowsOf(policy),
    perils: perilsOf(policy, assets),
    insureds: policy.insureds.map(({ id, displayName }) => ({ id, name: displayName })),
    clauses: policy.mortgageeClauses.map(({ id }) => id),
    premium: written(policy.premium),
    attachment: written(policy.attachment),
    placement: policy.placement,
    values: Object.fromEntries((policy.statedValues ?? []).map(({ asset, amount }) => [asset, written(amount)])),
    contacts: policy.insuranceContacts.map(({ id, displayName }) => ({ id, name: displayName })),
  }
}

function perilsOf(policy: Recorded, assets: readonly { id: string }[]): string[] {
  if (assets.length === 0 || policy.perilsByAsset.length === 0) {
    const places = assets.length === 0 ? [{ id: '' }] : assets
    return policy.perils.filter(({ applied }) => applied).flatMap(({ id }) => places.map((place) => `${id}@${place.id}`))
  }
  return policy.perilsByAsset.flatMap(({ assetId, perils }) => perils.filter(({ applied }) => applied).map(({ id }) => `${id}@${assetId}`))
}

// rowsOf are the limits, and a line for each coverage without one.
function rowsOf(policy: Recorded): Row[] {
  const rows = policy.limits.map((limit): Row => {
    const { coverageType, kind, amount, months, actualLossSustained, ...more } = limit
    const rest = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null)) as Partial<LimitInput>
    return {
      ...newRow(coverageType ?? '', kind),
      amount: written(amount),
      months: digits(months),
      actualLoss: actualLossSustained === true,
      ...(Object.keys(rest).length > 0 && { rest }),
    }
  })
  const named = new Set(policy.limits.flatMap(({ coverageType, coverageTypes }) => coverageTypes ?? [coverageType]))
  const bare = policy.coverageTypes.filter(({ id }) => !named.has(id)).map(({ id }) => ({ ...newRow(id), rest: {} }))
  return withDeductibles([...rows, ...bare], policy)
}

// withDeductibles writes each line's deductible beside it, where that says all of them; else they stay as they are recorded.
function withDeductibles(rows: Row[], policy: Recorded): Row[] {
  const all = policy.deductibles ?? []
  if (all.length !== 1 || all[0]!.perils !== null || all[0]!.minimum !== null) return rows
  const { amount, percent, of, hours } = all[0]!
  const text = amount ? written(amount) : percent ? `${Number(percent)}%` : `${hours} hours`
  return rows.map((row) => ({ ...row, deductible: text, of: of ?? 'INSURED_VALUE' }))
}

// keepsDeductibles reports whether the deductibles differ by peril, so that the form leaves them as they are.
export const keepsDeductibles = (policy: Recorded) => {
  const all = policy.deductibles ?? []
  return all.length > 1 || (all.length === 1 && (all[0]!.perils !== null || all[0]!.minimum !== null))
}
