import type { PolicyFilter } from '../../gql/graphql.ts'
import { day, daysUntil, isoDay, present } from '../../lib/format.ts'

const values = (text: string | null) => (text ?? '').split(',').filter((value) => value !== '')

// filter is what the list is asked for: policies that end from a day on, and before another one. What this page does
// not know goes to the server, which refuses it by name.
export function filter(address: URLSearchParams): PolicyFilter {
  const gte = address.get('endDate[gte]')
  const lt = address.get('endDate[lt]')
  const status = values(address.get('status'))
  return {
    ...((gte || lt) && { endDate: { ...(gte && { gte }), ...(lt && { lt }) } }),
    ...(status.length > 0 && { status: status as NonNullable<PolicyFilter['status']> }),
  }
}

export type Ending = Record<'endDate[gte]' | 'endDate[lt]', string | null>

const followed = 'active,renewalInProgress,onHold'

// within is the address of what ends from today on, in so many days.
export function within(days: number, today = present()): Ending & { status: string } {
  return { 'endDate[gte]': isoDay(0, today), 'endDate[lt]': isoDay(days, today), status: followed }
}

// lapsed is the address of what ended before today, and is still to be followed up.
export function lapsed(today = present()): Ending & { status: string } {
  return { 'endDate[gte]': null, 'endDate[lt]': isoDay(0, today), status: followed }
}

// ending says in words which end dates the list has.
export function ending(address: URLSearchParams, today = present()): string {
  const [from, before] = [address.get('endDate[gte]'), address.get('endDate[lt]')]
  if (!from && !before) return ''
  if (!from) return before === isoDay(0, today) ? 'that have ended' : `that end before ${day(before)}`
  if (!before) return from === isoDay(0, today) ? 'that end from today on' : `that end on ${day(from)} or later`
  return from === isoDay(0, today) ? `that end in the next ${daysUntil(before, today)} days` : `that end from ${day(from)} on, before ${day(before)}`
}
