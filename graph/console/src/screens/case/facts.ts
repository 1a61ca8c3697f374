import type { CaseScreenQuery } from '../../gql/graphql.ts'
import { stepWords, taskName } from '../../lib/words.ts'
import { placementName, type Placement } from '../placements/placement.ts'

// What the screen shows of a case, as its query answers it.
export type Facts = NonNullable<CaseScreenQuery['case']>
export type Policy = Facts['policies'][number]
export type CaseTask = Facts['tasks'][number]
export type CaseDocument = Facts['documents'][number]
export type CaseWaiver = Facts['waivers'][number]
export type Notice = CaseScreenQuery['renewalNotices']['nodes'][number]

// nameOf is what people call a policy: its number, else what it covers.
export const nameOf = (policy: Pick<Policy, 'policyNumber' | 'displayName'>) => policy.policyNumber ?? policy.displayName

export const isOpen = (task: Pick<CaseTask, 'state'>) => ['open', 'inProgress', 'paused'].includes(task.state)

// isDeactivated reports whether a policy is deactivated, or held from that.
export const isDeactivated = (policy: Policy) => (policy.statusBeforeHold ?? policy.status) === 'deactivated'

// cancelled is the cancellation that is in effect, if any.
export const cancelled = (policy: Policy) => (policy.cancellation && !policy.cancellation.reinstatedOn ? policy.cancellation : undefined)

export const waiverName = (waiver: CaseWaiver) => `${waiver.coverageType.name}${waiver.asset ? ` at ${waiver.asset.displayName}` : ''}`

// namesOf are the names of everything on a case, by id, for what the trail says of it.
export function namesOf(facts: Facts, notices: Notice[], placements: Placement[]): Map<string, string> {
  const policies = new Map(facts.policies.map((policy) => [policy.id, nameOf(policy)]))
  return new Map([
    ...policies,
    ...facts.assets.map((asset) => [asset.id, asset.displayName] as const),
    ...facts.documents.map((document) => [document.id, document.name] as const),
    ...facts.tasks.map((task) => [task.id, `“${taskName(task)}”`] as const),
    ...facts.waivers.map((waiver) => [waiver.id, `for ${waiverName(waiver)}`] as const),
    ...placements.map((placement) => [placement.id, `for ${placementName(placement)}`] as const),
    ...notices.map(
      (notice) => [notice.id, `“${stepWords[notice.step] ?? notice.step}” for ${notice.policyId ? (policies.get(notice.policyId) ?? 'a policy') : 'what is outstanding'}`] as const,
    ),
  ])
}
