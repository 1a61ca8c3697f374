// What accepting changes of what a case lacks.
import type { FindingOutcome } from '../../gql/enums.ts'

type Told = { message: string; outcome: FindingOutcome; counted: boolean }

export type Demand = { findings: readonly Told[]; targets: readonly { findings: readonly Told[] }[] }

export type After = { mended: string[]; added: string[]; left: string[] }

// afterOf compares what counts before and after, by its sentences.
export function afterOf(before: readonly Demand[], after: readonly Demand[]): After {
  const [old, now] = [openOf(before), openOf(after)]
  return { mended: old.filter((m) => !now.includes(m)), added: now.filter((m) => !old.includes(m)), left: now.filter((m) => old.includes(m)) }
}

function openOf(demands: readonly Demand[]): string[] {
  const all = demands.flatMap((d) => [...d.findings, ...d.targets.flatMap((t) => t.findings)])
  return [...new Set(all.filter((f) => f.counted && f.outcome !== 'waived').map((f) => f.message))]
}
