import type { TriedFragment } from '../../gql/graphql.ts'

export interface Open {
  coverage: string
  message: string
  isNew(before: readonly Open[]): boolean
}

// openOf are the findings that are reasons of a verdict and not waived, each sentence once.
export function openOf(tried: TriedFragment): Open[] {
  const found = new Map<string, Open>()
  for (const { coverageType, findings, targets } of tried.demands) {
    for (const { counted, outcome, message } of [...findings, ...targets.flatMap((target) => target.findings)]) {
      if (!counted || outcome === 'waived') continue
      found.set(message, { coverage: coverageType.name, message, isNew: (before) => !before.some((one) => one.message === message) })
    }
  }
  return [...found.values()]
}
