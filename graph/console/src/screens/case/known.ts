import type { Verdict } from '../../gql/enums.ts'

export interface Change {
  to: Verdict
  at: string
}

// knownOn is the verdict that was on record at the end of a day, in UTC; undefined before the first.
export function knownOn(history: Change[], day: string): Change | undefined {
  const end = `${day.slice(0, 10)}T23:59:59.999Z`
  return history.filter((change) => change.at <= end).at(-1)
}
