import type { EventType } from '../../gql/enums.ts'

// The kinds of events by what they are about, and what happened to it.
const happenings = {
  case: ['created', 'updated', 'held', 'released', 'closed', 'reopened', 'findingsChanged', 'deleted'],
  compliance: ['changed'],
  policy: ['created', 'updated', 'termStarted', 'held', 'released', 'deactivated', 'reactivated', 'deleted'],
  cancellation: ['created', 'reinstated'],
  task: ['created', 'updated', 'completed', 'cancelled'],
  waiver: ['requested', 'approved', 'rejected', 'revoked'],
  placement: ['created', 'updated', 'deleted'],
  notice: ['sent', 'suppressed', 'skipped', 'cancelled', 'failed', 'resent'],
  evidence: ['submitted', 'accepted', 'partlyAccepted', 'rejected'],
  evidenceLink: ['created', 'revoked'],
  evidenceReply: ['created', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed'],
  document: ['created', 'updated', 'deleted'],
  upload: ['signed', 'announced'],
  asset: ['created', 'updated', 'deleted'],
  insured: ['created', 'updated', 'deleted'],
  insuredGroup: ['created', 'updated', 'deleted'],
  broker: ['created', 'updated', 'deleted'],
  brokerage: ['created', 'updated'],
  user: ['created', 'updated'],
  program: ['created', 'updated'],
  riskProfile: ['created', 'updated', 'published', 'superseded'],
  certificateHolder: ['created', 'updated'],
  mortgageeClause: ['created', 'updated'],
  letterTemplate: ['created', 'retired'],
  noticeWording: ['created', 'retired'],
  printFile: ['created', 'confirmed'],
  placementLetter: ['created', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed'],
  webhookEndpoint: ['created', 'updated', 'disabled', 'secretRotated', 'deleted', 'tested', 'replayed'],
  webhookDelivery: ['resent'],
  export: ['created', 'updated'],
  exportSchedule: ['created', 'deleted'],
  import: ['created', 'updated'],
  portfolio: ['loaded', 'demoLoaded'],
} as const

const groupWords: Readonly<Record<keyof typeof happenings, string>> = {
  case: 'Cases',
  compliance: 'Verdicts',
  policy: 'Policies',
  cancellation: 'Cancellations',
  task: 'Tasks',
  waiver: 'Exceptions',
  placement: 'Lender-placed insurance',
  notice: 'Notices',
  evidence: 'Evidence',
  evidenceLink: 'Evidence links',
  evidenceReply: 'Letters about evidence',
  document: 'Documents',
  upload: 'Uploads',
  asset: 'Assets',
  insured: 'Insureds',
  insuredGroup: 'Groups of insureds',
  broker: 'Brokers',
  brokerage: 'Brokerages',
  user: 'Users',
  program: 'Programs',
  riskProfile: 'Risk profiles',
  certificateHolder: 'Certificate holders',
  mortgageeClause: 'Mortgagee clauses',
  letterTemplate: 'Wordings of letters',
  noticeWording: 'Wordings of notices',
  printFile: 'Print files',
  placementLetter: 'Letters to borrowers',
  webhookEndpoint: 'Webhooks',
  webhookDelivery: 'Deliveries',
  export: 'Exports',
  exportSchedule: 'Schedules of exports',
  import: 'Imports',
  portfolio: 'The portfolio',
}

type Happenings = typeof happenings
type Kind = { [N in keyof Happenings]: `${N}${Capitalize<Happenings[N][number]>}` }[keyof Happenings]

export interface Group {
  name: string
  kinds: { type: EventType; name: string; words: string }[]
}

// kind is typed such that each EventType of the schema is one of the table, and the other way round.
const kind: [EventType, Kind] extends [Kind, EventType] ? (noun: string, happening: string) => EventType : never = (noun, happening) =>
  `${noun}${happening.charAt(0).toUpperCase()}${happening.slice(1)}` as EventType

// spaced is `findings changed` of `findingsChanged`.
const spaced = (happening: string) => happening.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

// groups are all kinds of events, those about cases first.
export const groups: readonly Group[] = (Object.keys(happenings) as (keyof Happenings)[]).map((noun) => ({
  name: groupWords[noun],
  kinds: happenings[noun].map((happening) => ({ type: kind(noun, happening), name: `${noun}.${happening}`, words: spaced(happening) })),
}))
