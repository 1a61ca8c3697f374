import type { CarriedOverMember, CreatePolicyTermInput, LimitInput } from '../../gql/graphql.ts'
import type { Policy } from './facts.ts'

// Draft is what is typed of a policy's next term.
export interface Draft {
  startDate: string
  endDate: string
  policyNumber: string
  limits: string[]
  deductible: string
  premium: string
  // What was said to be as before.
  confirmed: CarriedOverMember[]
}

// draftOf begins with the last term: the next one follows it without a gap and is a year long.
export function draftOf(policy: Policy, today: string): Draft {
  const startDate = policy.endDate?.slice(0, 10) ?? today
  return {
    startDate,
    endDate: yearAfter(startDate),
    policyNumber: policy.policyNumber ?? '',
    limits: policy.limits.map((limit) => written(limit.amount)),
    deductible: written(policy.deductible),
    premium: written(policy.premium),
    confirmed: [],
  }
}

// yearAfter is the same day of the next year; of February 29 it is March 1.
export function yearAfter(date: string): string {
  const next = new Date(`${date}T00:00:00.000Z`)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

// written is an amount as people write it, with every digit.
const written = (value: { amount: string } | null) =>
  value ? new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(value.amount as Intl.StringNumericLiteral) : ''

// typed is an amount as the server takes it: people write commas and signs of currencies.
const typed = (amount: string) => amount.replace(/[\s,$]/g, '')

// inputOf sends what differs from the last term, for the rest is taken over. What is emptied is cleared.
export function inputOf(policy: Policy, draft: Draft): CreatePolicyTermInput {
  const before = draftOf(policy, draft.startDate)
  const money = (member: 'deductible' | 'premium') =>
    draft[member] === before[member]
      ? {}
      : { [member]: typed(draft[member]) ? { amount: typed(draft[member]), currency: currencyOf(policy, member) } : null }
  const limits = draft.limits.every((amount, i) => amount === before.limits[i]) ? {} : { limits: limitsOf(policy, draft) }
  const number = draft.policyNumber === before.policyNumber ? {} : { policyNumber: draft.policyNumber || null }
  return { startDate: draft.startDate, endDate: draft.endDate, ...number, ...limits, ...money('deductible'), ...money('premium') }
}

const currencyOf = (policy: Policy, member: 'deductible' | 'premium') =>
  policy[member]?.currency ?? policy.limits[0]?.amount?.currency ?? 'USD'

const limitsOf = (policy: Policy, draft: Draft) =>
  policy.limits.map((row, i) => limitOf(row, typed(draft.limits[i] ?? ''), currencyOf(policy, 'premium')))

// limitOf is a row with another amount: all else that it says stays, for the server replaces the rows as a whole.
function limitOf({ kind, amount: before, ...rest }: Policy['limits'][number], amount: string, currency: string): LimitInput {
  const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  return { ...kept, kind, ...(amount && { amount: { amount, currency: before?.currency ?? currency } }) }
}

// namedBy are the members of what a new term takes over which an input says anew.
export const namedBy = ({ limits, deductible }: CreatePolicyTermInput): CarriedOverMember[] => [
  ...(limits === undefined ? [] : ['limits' as const]),
  ...(deductible === undefined ? [] : ['deductibles' as const]),
]

// confirmedBy is what is confirmed after an input, which confirms what it says itself.
export function confirmedBy(policy: Policy, draft: Draft): { confirmed: { members: CarriedOverMember[] }; confirms: boolean } {
  const named = namedBy(inputOf(policy, draft))
  const members = draft.confirmed.filter((member) => !named.includes(member))
  return { confirmed: { members }, confirms: members.length > 0 }
}
