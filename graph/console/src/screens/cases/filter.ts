import type { CaseFilter, Sort } from '../../gql/graphql.ts'

// The members of the address that hold several values, separated by commas. They are named as in CaseFilter.
export const lists = ['verdict', 'status', 'statusWithoutHold', 'code', 'coverageType'] as const
export type List = (typeof lists)[number]

// The members that are true or false.
const truths = ['hasRiskProfile', 'lenderPlaced'] as const
type Truth = (typeof truths)[number]

export type Chip = { member: List | Truth; value: string }

const values = (text: string | null) => (text ?? '').split(',').filter((value) => value !== '')

// chips are the filters that an address holds, in the order in which they are shown.
export function chips(address: URLSearchParams): Chip[] {
  const several = lists.flatMap((member) => values(address.get(member)).map((value): Chip => ({ member, value })))
  return [...several, ...truths.flatMap((member) => (address.get(member) ? [{ member, value: address.get(member)! }] : []))]
}

// filter is what the list is asked for. Values that this page does not know go to the server all the same: it refuses
// them by name, where leaving them out would show other cases than the address asks for.
export function filter(address: URLSearchParams): CaseFilter {
  const found: Record<string, unknown> = {}
  for (const member of lists) {
    const several = values(address.get(member))
    if (several.length > 0) found[member] = several
  }
  for (const member of truths) {
    const value = address.get(member)
    if (value) found[member] = value === 'true' || (value === 'false' ? false : value)
  }
  const q = address.get('q')?.trim()
  if (q) found['q'] = q
  return found
}

export const sort = (address: URLSearchParams) => (address.get('sort') || undefined) as Sort | undefined

// isByLikeness reports whether the list has no cursor and at most as many rows as a page can have.
export const isByLikeness = (address: URLSearchParams) => !!address.get('q')?.trim() && !address.get('sort')

// toggled is the member of the address with the value added or, if it was there, taken out; null when none is left.
export function toggled(address: URLSearchParams, { member, value }: Chip): Record<string, string | null> {
  if ((truths as readonly string[]).includes(member)) return { [member]: address.get(member) === value ? null : value }
  const before = values(address.get(member))
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value]
  return { [member]: after.join(',') || null }
}

// searched is the address of a new search. Beginning one drops the order by a column, for a search is ordered by
// likeness; going on typing keeps the order that was chosen meanwhile.
export function searched(address: URLSearchParams, q: string): Record<string, string | null> {
  return address.get('q') ? { q: q || null } : { q: q || null, sort: null }
}

// unfiltered is the address of the same search without any filter.
export const unfiltered = (address: URLSearchParams): Record<string, null> =>
  Object.fromEntries(chips(address).map(({ member }) => [member, null]))

// hidden is how many cases a search finds that the filters hide. The search without them may find fewer than with them: it
// takes what only resembles the text where nothing contains it.
export function hidden(found: { total: number; ids: readonly string[] }, shown: { total: number; ids: readonly string[] }): number {
  const missing = shown.ids.length === shown.total ? found.ids.filter((id) => !shown.ids.includes(id)).length : 0
  return Math.max(found.total - shown.total, missing)
}
