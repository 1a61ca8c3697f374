// Which notices the screen lists, as its address says it.
import type { RenewalNoticeFilter, RenewalNoticeState, RenewalStep } from '../../gql/graphql.ts'
import { noticeStateWords, stepWords } from '../../lib/words.ts'

export type Address = { param(name: string): string; list(name: string): string[] }

// What is asked for most: what needs somebody to look at it.
const first: readonly RenewalNoticeState[] = ['failed', 'suppressed', 'skipped']

// chosenStates are the states of the address, those that somebody has to look at if it names none.
export function chosenStates({ list }: Address): readonly RenewalNoticeState[] {
  const states = list('state').filter((s): s is RenewalNoticeState => s in noticeStateWords)
  return states.length > 0 ? states : first
}

// filterOf is the filter that the address asks for.
export function filterOf(address: Address): RenewalNoticeFilter {
  const steps = address.list('step').filter((s): s is RenewalStep => s in stepWords)
  const due = { ...bound('gte', address.param('due[gte]')), ...bound('lt', address.param('due[lt]')) }
  return {
    state: [...chosenStates(address)],
    ...(steps.length > 0 && { step: steps }),
    ...(Object.keys(due).length > 0 && { dueAt: due }),
  }
}

// sortOf is the order: what is planned next comes first, of what is over the latest.
export function sortOf(address: Address): 'dueAt' | 'dueAtDesc' {
  const states = chosenStates(address)
  return states.length === 1 && states[0] === 'planned' ? 'dueAt' : 'dueAtDesc'
}

function bound(name: 'gte' | 'lt', value: string): Record<string, string> {
  return Number.isNaN(Date.parse(value)) ? {} : { [name]: value }
}
