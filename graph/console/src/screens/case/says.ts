// What an action will do, in sentences, before it does it.
import { counted, day, daysUntil } from '../../lib/format.ts'
import { caseStatusWords, policyStatusWords, stepWords, word } from '../../lib/words.ts'
import { cancelled, isDeactivated, isOpen, type CaseTask, type Facts, type Notice, type Policy } from './facts.ts'
import { versionOn } from './version.ts'

export interface Around {
  tasks: CaseTask[]
  notices: Notice[]
  now: string
}

const renewalTasks = new Set(['renewalFollowUp', 'forcePlacementReview'])

const openRenewalTasks = (around: Around, of: Policy[]) =>
  around.tasks.filter((task) => renewalTasks.has(task.type) && isOpen(task) && of.some(({ id }) => id === task.policyId))

const planned = (around: Around, of: Policy[]) =>
  around.notices.filter((notice) => notice.state === 'planned' && of.some(({ id }) => id === notice.policyId))

const only = (sentences: (string | false | null | undefined)[]) => sentences.filter((sentence) => typeof sentence === 'string')

function waiting(around: Around, held: Policy[]): string[] {
  const letters = planned(around, held)
  const tasks = openRenewalTasks(around, held).filter((task) => task.state !== 'paused')
  const next = letters.map((letter) => letter.dueAt).toSorted()[0]
  return only([
    letters.length > 0 && `${counted(letters.length, 'planned letter')} will wait; the next is due on ${day(next)}.`,
    tasks.length > 0 && `${counted(tasks.length, 'open renewal task')} will be paused.`,
    'The verdict stays as it is: a hold stops follow-up, not cover.',
  ])
}

export function holdCase(facts: Facts, around: Around): string[] {
  const held = facts.policies.filter((policy) => policy.status !== 'onHold' && !isDeactivated(policy))
  return [
    held.length > 0
      ? `The case and ${held.length} of its ${counted(facts.policies.length, 'policy', 'policies')} will be on hold.`
      : 'The case will be on hold. None of its policies changes.',
    ...waiting(around, held),
    ...only([held.length > 0 && 'When the case is released later, each policy is still to be released separately.']),
  ]
}

export function releaseCase(facts: Facts, withPolicies: boolean): string[] {
  const held = facts.policies.filter((policy) => policy.status === 'onHold')
  const stay = `${counted(held.length, 'policy stays', 'policies stay')} on hold: release each separately, and its letters go on.`
  const go = 'The policies that were put on hold with the case are released too, and their letters go on. Those held separately stay so.'
  return [
    `The case will be “${word(caseStatusWords, facts.statusBeforeHold)}” again, as before the hold.`,
    held.length > 0 ? (withPolicies ? go : stay) : 'None of its policies is on hold.',
  ]
}

export function closeCase(facts: Facts, around: Around): string[] {
  const tasks = facts.tasks.filter(isOpen).length
  const letters = planned(around, facts.policies).length
  return only([
    'Follow-up ends, and so does the work on deficiencies. The case has no verdict any more.',
    tasks > 0 && `${counted(tasks, 'open task')} will be cancelled.`,
    letters > 0 && `${counted(letters, 'planned letter')} will not be sent.`,
    'Its evidence links are revoked.',
    'All of it stays readable, and nothing on it can be changed until the case is reopened.',
  ])
}

export function reopenCase(facts: Facts): string[] {
  return [
    `The case will be “${word(caseStatusWords, facts.closure?.statusBefore)}” again, as before it was closed.`,
    'Follow-up begins with what is due now. What was missed is not told.',
  ]
}

export function holdPolicy(policy: Policy, around: Around): string[] {
  return ['The policy will be on hold until it is released.', ...waiting(around, [policy])]
}

export function releasePolicy(policy: Policy, around: Around): string[] {
  const due = planned(around, [policy]).filter((letter) => letter.dueAt <= around.now)
  const latest = due.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).at(-1)
  const tasks = openRenewalTasks(around, [policy]).length
  return only([
    `The policy will be “${word(policyStatusWords, policy.statusBeforeHold)}” again, as before the hold.`,
    latest &&
      `Of ${counted(due.length, 'letter')} that fell due meanwhile only the latest is sent, at once: “${word(stepWords, latest.step)}”.`,
    !isDeactivated(policy) && !latest && `No letter fell due meanwhile.${nextLetter(planned(around, [policy]))}`,
    tasks > 0 && `${counted(tasks, 'paused renewal task goes', 'paused renewal tasks go')} on.`,
  ])
}

function nextLetter(letters: Notice[]): string {
  const next = letters.map((letter) => letter.dueAt).toSorted()[0]
  return next ? ` The next is due on ${day(next)}.` : ''
}

// demanded are the names of the coverage types of a policy that the lender requires; an umbrella serves liability too.
export function demanded(policy: Policy, types: ReadonlySet<string>): string[] {
  return policy.coverageTypes.filter(({ id }) => types.has(id)).map(({ name }) => name)
}

const judged = (names: string[], from: string) =>
  names.length > 0 && `${from}, what the lender requires of ${names.join(', ')} is judged without this policy.`

export function deactivate(policy: Policy, around: Around, types: ReadonlySet<string>): string[] {
  const letters = planned(around, [policy]).length
  return only([
    'From today on the policy does not count as cover.',
    judged(demanded(policy, types), 'From today on'),
    letters > 0 ? `${counted(letters, 'planned letter')} will not be sent.` : 'No letters are planned for it.',
    policy.status === 'onHold' && 'Its hold ends.',
    'It can be reactivated.',
  ])
}

export function reactivate(policy: Policy): string[] {
  return only([
    'The policy will be active again. It counts as cover again, on the days on which it was deactivated too.',
    policy.endDate
      ? `Its letters are planned again around the end of its term, ${day(policy.endDate)}. Only the latest overdue one goes out.`
      : 'The end of its term is not known, so no letters are planned. A task to collect the evidence is opened if there is none.',
  ])
}

export function cancel(policy: Policy, around: Around, types: ReadonlySet<string>, on: string): string[] {
  if (!on) return ['Choose the day on which cover ends.']
  if (!versionOn(policy, on)) return [`No term of the policy contains ${day(on)}. Choose a day on which it is in force.`]
  const days = policy.endDate ? daysUntil(policy.endDate, new Date(on)) : 0
  const letters = planned(around, [policy]).length
  return only([
    `Cover ends at the beginning of ${day(on)} (UTC)${days > 0 ? `, ${counted(days, 'day')} before the term does` : ''}.`,
    judged(demanded(policy, types), `From ${day(on)} on`),
    `A task to follow up the cancellation is opened, due on ${day(on)}.`,
    letters > 0 &&
      `${counted(letters, 'planned letter')} will be planned anew around that day, and will say that the policy was cancelled.`,
    'The policy keeps its status and its versions. It can be reinstated.',
  ])
}

export function reinstate(policy: Policy, on: string): string[] {
  const from = cancelled(policy)?.effectiveDate
  if (!on || !from) return ['Choose the day on which cover begins again.']
  const gap = daysUntil(on, new Date(from.slice(0, 10)))
  if (gap < 0) return [`Cover ended on ${day(from)}. Choose that day or a later one.`]
  return only([
    gap === 0
      ? `Cover begins again on ${day(on)}, the day on which it ended: there is no lapse.`
      : `Cover begins again on ${day(on)}. There is none for ${counted(gap, 'day')}, from ${day(from)} on.`,
    'The task to follow up the cancellation is completed.',
    policy.endDate && `Letters are planned again around the end of the term, ${day(policy.endDate)}.`,
  ])
}

export function newTerm(policy: Policy, around: Around, start: string, end: string): string[] {
  if (!start || !end) return ['Say when the term starts and ends.']
  if (end <= start) return ['A term ends after it starts.']
  const gap = policy.endDate ? daysUntil(start, new Date(policy.endDate.slice(0, 10))) : 0
  const letters = planned(around, [policy]).length
  return only([
    `Term ${policy.termNumber + 1} will run from ${day(start)} to ${day(end)}.`,
    gap > 0 && `Term ${policy.termNumber} ends on ${day(policy.endDate)}: there is no cover for ${counted(gap, 'day')} between them.`,
    gap < 0 && `It begins ${counted(-gap, 'day')} before term ${policy.termNumber} ends. From ${day(start)} on the new term counts.`,
    letters > 0 && `${counted(letters, 'planned letter')} about term ${policy.termNumber} will not be sent.`,
    `Letters are planned around the new end, ${day(end)}.`,
    policy.status === 'onHold' && 'The policy stays on hold, and will be active when it is released.',
    'What you leave as it is here, and what is not shown, is taken over from the last term.',
    'It counts as not confirmed where you do not say “as before”.',
  ])
}
