import type { Policy } from './facts.ts'

type Version = Policy['versions'][number]

// versionOn is the version of a policy that counts on a day: the latest one of the term that contains it, and of
// several such terms that of the highest. What is not known does not exclude. Undefined on a day without a term.
export function versionOn(policy: Pick<Policy, 'versions'>, on: string): Version | undefined {
  const day = on.slice(0, 10)
  const latest = new Map(policy.versions.map((version) => [version.termNumber, version]))
  const contains = ({ startDate, endDate }: Version) => (!startDate || startDate.slice(0, 10) <= day) && (!endDate || day < endDate.slice(0, 10))
  return [...latest.values()]
    .filter(contains)
    .toSorted((a, b) => a.termNumber - b.termNumber)
    .at(-1)
}
