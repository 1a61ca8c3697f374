// What the records of a case say by their own dates of what happened, and of what is to come.
import { day } from '../../lib/format.ts'
import { versionWords, waiverWords, word } from '../../lib/words.ts'
import { describe, type Changes } from './event-words.ts'
import { cancelled, isDeactivated, nameOf, waiverName, type Facts, type Notice } from './facts.ts'
import type { Happening } from './history.ts'

const happened = (subject: string, at: string, text: string): Happening => ({ key: `${subject}@${at}`, subject, at, text })

// ownDates are what happened, of records that the trail may know nothing of.
export function ownDates(facts: Facts, notices: Notice[], names: Map<string, string>): Happening[] {
  const made = (action: string, subject: string, at: string) => happened(subject, at, describe(action, {}, names.get(subject)))
  return [
    made('case.created', facts.id, facts.createdAt),
    ...facts.assets.map((asset) => made('asset.created', asset.id, asset.createdAt)),
    ...facts.documents.map((document) => made('document.created', document.id, document.createdAt)),
    ...facts.tasks.map((task) => made('task.created', task.id, task.createdAt)),
    ...facts.waivers.flatMap(ofWaiver),
    ...facts.policies.flatMap(ofPolicy),
    ...notices.filter((notice) => notice.settledAt).map((notice) => ofNotice(notice, names)),
    ...facts.complianceHistory.map(ofVerdict),
  ]
}

function ofVerdict(change: Facts['complianceHistory'][number]): Happening {
  const changes: Changes = { verdict: { from: change.from, to: change.to }, codes: { from: null, to: change.codes } }
  return {
    key: change.auditEventId,
    subject: change.auditEventId,
    at: change.at,
    text: describe('case.verdictChanged', changes, undefined),
  }
}

const ofNotice = (notice: Notice, names: Map<string, string>): Happening =>
  happened(notice.id, notice.settledAt ?? notice.dueAt, describe(`renewalNotice.${notice.state}`, null, names.get(notice.id)))

function ofWaiver(waiver: Facts['waivers'][number]): Happening[] {
  const asked = happened(waiver.id, waiver.requestedAt, `Exception for ${waiverName(waiver)}: asked for`)
  if (!waiver.decidedAt) return [asked]
  return [asked, happened(waiver.id, waiver.decidedAt, `Exception for ${waiverName(waiver)}: ${word(waiverWords, waiver.state).toLowerCase()}`)]
}

function ofPolicy(policy: Facts['policies'][number]): Happening[] {
  const name = nameOf(policy)
  const versions = policy.versions.map((version) => {
    const what = version.reason === 'newTerm' ? `term ${version.termNumber} began` : word(versionWords, version.reason).toLowerCase()
    return happened(policy.id, version.createdAt, `Policy ${name}: ${version.reason === 'created' ? 'added' : what}`)
  })
  const { cancellation } = policy
  if (!cancellation) return versions
  return [...versions, happened(policy.id, cancellation.recordedAt, `Policy ${name}: cancelled from ${day(cancellation.effectiveDate)} on`)]
}

export interface Coming {
  on: string
  text: string
}

// toCome is what the records say will happen unless somebody acts, the next first.
export function toCome(facts: Facts, notices: Notice[], names: Map<string, string>, today: string): Coming[] {
  const change = facts.caseVerdict?.nextChangeOn
  const waivers = facts.waivers.filter((waiver) => waiver.state === 'approved' && waiver.expiresOn)
  const covers = facts.policies.filter((policy) => policy.endDate && !isDeactivated(policy))
  const coming = [
    ...(change ? [{ on: change, text: 'The verdict, a reason or what is missing changes' }] : []),
    ...notices
      .filter((notice) => notice.state === 'planned')
      .map((notice) => ({ on: notice.dueAt, text: `${notice.step === 'forcePlacementReview' ? 'Task' : 'Letter'} ${names.get(notice.id) ?? ''}` })),
    ...covers.map((policy) => ({
      on: cancelled(policy)?.effectiveDate ?? policy.endDate ?? '',
      text: `Cover of policy ${nameOf(policy)} ends`,
    })),
    ...waivers.map((waiver) => ({ on: waiver.expiresOn ?? '', text: `Last day of the exception for ${waiverName(waiver)}` })),
  ]
  return coming.filter(({ on }) => on.slice(0, 10) >= today).toSorted((a, b) => (a.on < b.on ? -1 : 1))
}
