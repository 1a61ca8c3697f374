import { day } from '../../lib/format.ts'
import { memberWord, statusWord } from '../../lib/trail.ts'
import { isTold, membersOf, wordOf } from './undo.ts'
import { carriedMemberWords, codeWords, taskName, verdictWords } from '../../lib/words.ts'

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
  'carriedOver',
  'currentVersionId',
  'versionNumber',
])

const telling = (changes: Changes) => membersOf(changes).map(([name]) => name).filter((name) => isTold(name) && !silent.has(name))

function changed(changes: Changes): string {
  const members = telling(changes)
  return members.length === 0 ? 'changed' : `changed: ${members.map(wordOf).join(', ')}`
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

type Carried = keyof typeof carriedMemberWords

const carriedOf = (value: unknown) => (Array.isArray(value) ? (value as Carried[]) : [])

const listed = (members: Carried[]) => members.map((member) => (carriedMemberWords[member] ?? memberWord(member)).toLowerCase()).join(', ')

// What a correction changes it confirms too: it is said once.
const confirmedBy: Readonly<Record<string, Carried>> = {
  deductible: 'deductibles',
  insuredIds: 'insureds',
  noInsureds: 'insureds',
  mortgageeClauseIds: 'mortgageeClauses',
  perilsByAsset: 'perils',
}

// confirmed says which members are as before the renewal, and which of them nobody has confirmed yet.
function confirmed(changes: Changes): string | undefined {
  const { carriedOver } = changes
  if (!carriedOver) return undefined
  const left = carriedOf(carriedOver.to)
  const changed = new Set(Object.keys(changes).map((name) => confirmedBy[name] ?? name))
  const members = carriedOf(carriedOver.from).filter((member) => !left.includes(member) && !changed.has(member))
  if (members.length === 0) return undefined
  return `confirmed as before the renewal: ${listed(members)}${left.length > 0 ? `; not confirmed yet: ${listed(left)}` : ''}`
}

function term(changes: Changes): string | undefined {
  if (!changes['termNumber']) return undefined
  const dates = [changes['startDate']?.to, changes['endDate']?.to].map((date) => day(date as string | null)).filter(Boolean)
  const open = listed(carriedOf(changes['carriedOver']?.to))
  return `term ${String(changes['termNumber'].to)} began${dates.length === 2 ? `: ${dates.join(' to ')}` : ''}${open && `; taken over and not confirmed: ${open}`}`
}

const verdictOf = (value: unknown) => verdictWords[value as keyof typeof verdictWords] ?? 'not judged'

const reasonsOf = (changes: Changes) =>
  ((changes['codes']?.to as (keyof typeof codeWords)[] | undefined) ?? [])
    .map((code) => codeWords[code] ?? code)
    .join(', ')
    .toLowerCase()

function verdict(changes: Changes): string {
  const from = changes['verdict']?.from
  const to = verdictOf(changes['verdict']?.to)
  const why = reasonsOf(changes)
  return `Verdict ${from ? `from ${verdictOf(from).toLowerCase()} to ` : ''}${to.toLowerCase()}${why && `: ${why}`}`
}

const noun: Record<string, string> = {
  case: 'Case',
  policy: 'Policy',
  asset: 'Asset',
  document: 'Document',
  task: 'Task',
  waiver: 'Exception',
  placement: 'Lender-placed insurance',
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
  'placement.created': 'started',
  'evidence.created': 'handed in',
  'case.created': 'opened',
  'case.dossierTaken': 'dossier taken',
  'task.created': 'opened',
}

// describe says what an audit event did, of a record with this name.
export function describe(action: string, changes: Changes | null, name: string | undefined): string {
  const [kind = '', verb = ''] = action.split('.')
  if (action === 'case.verdictChanged') return verdict(changes ?? {})
  if (action === 'case.findingsChanged') return `Reasons of the verdict: ${reasonsOf(changes ?? {}) || 'changed'}`
  const what = kind === 'case' ? 'Case' : [noun[kind] ?? memberWord(kind), name ?? newName(kind, changes)].filter(Boolean).join(' ')
  return `${what}: ${firstDone[action] ?? done[verb] ?? updated(kind, changes ?? {})}`
}

function updated(kind: string, changes: Changes): string {
  const state = changes['state']
  if (state && kind !== 'policy') return statusWord(state.to)
  const what = term(changes) ?? held(changes) ?? cancelled(changes)
  if (what) return what
  return [telling(changes).length > 0 && changed(changes), confirmed(changes)].filter(Boolean).join('; ') || changed(changes)
}

function newName(kind: string, changes: Changes | null): string | undefined {
  const type = changes?.['type']?.to as Parameters<typeof taskName>[0]['type'] | undefined
  return kind === 'task' && type ? taskName({ type, waiverId: changes?.['waiverId']?.to as string | null }) : undefined
}
