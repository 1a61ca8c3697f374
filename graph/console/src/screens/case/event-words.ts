import { day } from '../../lib/format.ts'
import {
  caseStatusWords,
  codeWords,
  evidenceWords,
  policyStatusWords,
  taskStateWords,
  taskWords,
  verdictWords,
  waiverWords,
} from '../../lib/words.ts'

export interface Changed {
  from: unknown
  to: unknown
}

export type Changes = Record<string, Changed>

interface CancellationChange {
  id: string
  effectiveDate: string
  reinstatedOn?: string
}

// Members that only keep account of what the other members say.
const silent = new Set([
  'updatedAt',
  'createdAt',
  'onHoldAt',
  'closure',
  'statusBeforeHold',
  'stateBeforeHold',
  'deactivatedAt',
  'gapDays',
  'origin',
  'decidedAt',
  'decidedBy',
])

const statuses: Record<string, string> = { ...caseStatusWords, ...policyStatusWords, ...taskStateWords, ...waiverWords, ...evidenceWords }

const statusWord = (status: unknown) => (statuses[String(status)] ?? String(status)).toLowerCase()

// spaced is a member's name as people say it: `insurance contacts`.
const spaced = (name: string) =>
  name
    .replace(/Ids?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

function changed(changes: Changes): string {
  const members = Object.keys(changes).filter((name) => !silent.has(name))
  return members.length === 0 ? 'changed' : `changed: ${members.map(spaced).join(', ')}`
}

function held(changes: Changes): string | undefined {
  const { status } = changes
  if (!status) return undefined
  if (status.to === 'onHold') return 'put on hold'
  if (status.to === 'closed') return 'closed'
  if (status.from === 'closed') return `reopened, ${statusWord(status.to)} again`
  if (status.to === 'deactivated') return 'deactivated'
  if (status.from === 'deactivated') return 'reactivated'
  if (status.from === 'onHold') return `released from hold, ${statusWord(status.to)} again`
  return `from ${statusWord(status.from)} to ${statusWord(status.to)}`
}

const latestOf = (value: unknown) => (value as { latest?: CancellationChange[] } | null)?.latest ?? []

function cancelled(changes: Changes): string | undefined {
  const before = latestOf(changes['cancellations']?.from)
  const known = (c: CancellationChange) =>
    before.find(({ id }) => id === c.id)?.reinstatedOn === c.reinstatedOn && before.some(({ id }) => id === c.id)
  const news = latestOf(changes['cancellations']?.to).find((c) => !known(c))
  if (!news) return undefined
  return news.reinstatedOn ? `reinstated from ${day(news.reinstatedOn)} on` : `cancelled from ${day(news.effectiveDate)} on`
}

function term(changes: Changes): string | undefined {
  if (!changes['termNumber']) return undefined
  const dates = [changes['startDate']?.to, changes['endDate']?.to].map((date) => day(date as string | null)).filter(Boolean)
  return `term ${String(changes['termNumber'].to)} began${dates.length === 2 ? `: ${dates.join(' to ')}` : ''}`
}

const verdictOf = (value: unknown) => verdictWords[value as keyof typeof verdictWords] ?? 'not judged'

function verdict(changes: Changes): string {
  const codes = (changes['codes']?.to as (keyof typeof codeWords)[] | undefined) ?? []
  const from = changes['verdict']?.from
  const to = verdictOf(changes['verdict']?.to)
  const why = codes
    .map((code) => codeWords[code] ?? code)
    .join(', ')
    .toLowerCase()
  return `Verdict ${from ? `from ${verdictOf(from).toLowerCase()} to ` : ''}${to.toLowerCase()}${why && `: ${why}`}`
}

const noun: Record<string, string> = {
  case: 'Case',
  policy: 'Policy',
  asset: 'Asset',
  document: 'Document',
  task: 'Task',
  waiver: 'Exception',
  renewalNotice: 'Letter',
  evidence: 'Evidence',
  evidenceLink: 'Evidence link',
}

const done: Record<string, string> = {
  created: 'added',
  sent: 'sent',
  suppressed: 'written and sent to nobody',
  skipped: 'passed over',
  cancelled: 'no longer needed',
  failed: 'could not be delivered',
  resent: 'to be sent again',
  completed: 'completed',
}

const firstDone: Record<string, string> = {
  'waiver.created': 'asked for',
  'evidence.created': 'handed in',
  'case.created': 'opened',
  'task.created': 'opened',
}

// describe says what an audit event did, of a record with this name.
export function describe(action: string, changes: Changes | null, name: string | undefined): string {
  const [kind = '', verb = ''] = action.split('.')
  if (action === 'case.verdictChanged') return verdict(changes ?? {})
  const what = kind === 'case' ? 'Case' : [noun[kind] ?? spaced(kind), name ?? newName(kind, changes)].filter(Boolean).join(' ')
  return `${what}: ${firstDone[action] ?? done[verb] ?? updated(kind, changes ?? {})}`
}

function updated(kind: string, changes: Changes): string {
  const state = changes['state']
  if (state && kind !== 'policy') return statusWord(state.to)
  return term(changes) ?? held(changes) ?? cancelled(changes) ?? changed(changes)
}

function newName(kind: string, changes: Changes | null): string | undefined {
  const type = changes?.['type']?.to
  return kind === 'task' && type ? taskWords[type as keyof typeof taskWords] : undefined
}
