// What the board counts, and the addresses of the lists that have it: each pair must stay the same.
import type { FindingCode, TaskType, Verdict } from '../../gql/enums.ts'
import { href } from '../../lib/address.ts'
import { isoDay } from '../../lib/format.ts'
import { caseStatusWords, openTaskStates, policyStatusWords } from '../../lib/words.ts'

// The policies that count as ending: all that somebody follows up, or has on hold.
export const countedPolicies = (Object.keys(policyStatusWords) as (keyof typeof policyStatusWords)[]).filter((status) => status !== 'deactivated')

// The cases that sums count: a draft is not to be followed up yet, and a closed one has no verdict. Who is on hold counts as before.
const countedCases = (Object.keys(caseStatusWords) as (keyof typeof caseStatusWords)[]).filter(
  (status) => status !== 'DRAFT' && status !== 'closed' && status !== 'onHold',
)

// Days after today; open at either end.
export interface Span {
  from?: number
  to?: number
}

interface CasesWith {
  verdict?: Verdict
  code?: FindingCode
  coverageType?: string
  profile?: boolean
  lenderPlaced?: boolean
}

export function casesOf(portfolio: string, { verdict, code, coverageType, profile, lenderPlaced }: CasesWith): string {
  const statusWithoutHold = profile === false ? undefined : countedCases
  return href(portfolio, 'cases', { verdict, code, coverageType, hasRiskProfile: profile, lenderPlaced, statusWithoutHold })
}

export function policiesEnding(portfolio: string, { from, to }: Span): string {
  return href(portfolio, 'policies', {
    'endDate[gte]': from === undefined ? undefined : isoDay(from),
    'endDate[lt]': to === undefined ? undefined : isoDay(to),
    status: countedPolicies,
    sort: 'endDate',
  })
}

export function tasksDue(portfolio: string, { from, to }: Span, type?: TaskType): string {
  return href(portfolio, 'tasks', {
    whose: 'all',
    type,
    state: openTaskStates,
    'due[gte]': from === undefined ? undefined : isoDay(from),
    'due[lt]': to === undefined ? undefined : isoDay(to),
  })
}

export function failedNotices(portfolio: string): string {
  return href(portfolio, 'deliveries', { tab: 'notices', state: 'failed' })
}

// range is a span as a filter of the schema.
export function range({ from, to }: Span): { gte?: string; lt?: string } {
  return { ...(from !== undefined && { gte: isoDay(from) }), ...(to !== undefined && { lt: isoDay(to) }) }
}
