// What came in by an evidence link: the values beside those of today, and what accepting them does.

import type { EvidenceMember } from '../../gql/enums.ts'
import { day, money } from '../../lib/format.ts'
import { limitText, namesOf } from '../../lib/limits.ts'
import { formWords, word } from '../../lib/words.ts'
import { carrierText, type Version } from '../policy/difference.ts'
import { conditionsOf } from '../policy/says.ts'

type Shared = 'startDate' | 'endDate' | 'policyNumber' | 'limits' | 'carrier' | 'coverageFormType' | 'deductibles'
type Terms = 'valuation' | 'coinsurancePercent' | 'noticeDays' | 'claimsMade' | 'attachment'

type Values = Pick<Version, Shared | Terms> & {
  statedValues: readonly { asset: string; amount: NonNullable<Version['attachment']> }[] | null
  endorsementIds: readonly string[] | null
  exclusionIds: readonly string[] | null
}

type Named = readonly { id: string; name: string }[]

export type Evidence = {
  id: string
  proposed: Values & { note: string | null }
  current: Values
  files: readonly { id: string; fileName: string; state: string; categoryId: string }[]
  policy: { coverageTypes: Named }
  case: { assets: readonly { id: string; displayName: string }[] }
}

// Catalogs name what values have by id.
export type Catalogs = { perils: Named; endorsements: Named; exclusions: Named }

export type Row = { member: EvidenceMember; label: string; proposed: string[]; current: string[]; same: boolean }

const labels: Record<EvidenceMember, string> = {
  startDate: 'Starts',
  endDate: 'Ends',
  policyNumber: 'Policy number',
  limits: 'Limits',
  carrier: 'Carrier',
  coverageFormType: 'Form',
  deductibles: 'Deductible',
  statedValues: 'Statement of values',
  valuation: 'Valuation',
  coinsurancePercent: 'Coinsurance',
  noticeDays: 'Days of notice',
  claimsMade: 'Liability form',
  attachment: 'Attachment',
  endorsements: 'Endorsements',
  exclusions: 'Exclusions',
}

// rowsOf is the proposed values, a row each, beside those that the policy has today.
export function rowsOf(evidence: Evidence, catalogs: Catalogs): Row[] {
  const proposed = textsOf(evidence.proposed, evidence, catalogs)
  const current = textsOf(evidence.current, evidence, catalogs)
  return (Object.keys(labels) as EvidenceMember[])
    .map((member) => {
      const [p, c] = [proposed(member), current(member)]
      return { member, label: labels[member], proposed: p, current: c, same: p.length === c.length && p.every((v) => c.includes(v)) }
    })
    .filter((r) => r.proposed.length > 0)
}

function textsOf(v: Values, { policy, case: of }: Evidence, { perils, endorsements, exclusions }: Catalogs) {
  const assets = new Map(of.assets.map((a) => [a.id, a.displayName]))
  const asset = (id: string) => assets.get(id)
  const names = namesOf({ coverageTypes: policy.coverageTypes, perils }, asset)
  const listed = (ids: readonly string[] | null, all: Named) => ids && ids.map((id) => all.find((e) => e.id === id) ?? { name: 'Another one' })
  const conditions = conditionsOf({
    ...v,
    perils,
    endorsements: listed(v.endorsementIds, endorsements),
    exclusions: listed(v.exclusionIds, exclusions),
  })
  const own: Partial<Record<EvidenceMember, string[]>> = {
    startDate: one(v.startDate, day),
    endDate: one(v.endDate, day),
    policyNumber: one(v.policyNumber),
    limits: v.limits.map((row) => limitText(row, names)),
    carrier: one(v.carrier, carrierText),
    coverageFormType: one(v.coverageFormType, (form) => word(formWords, form)),
    statedValues: v.statedValues?.map((s) => `${asset(s.asset) ?? 'An asset that is gone'}: ${money(s.amount)}`) ?? [],
  }
  return (member: EvidenceMember) => own[member] ?? conditions.find((c) => c.name === labels[member])?.texts ?? []
}

function one<T>(value: T | null, text: (v: T) => string = String): string[] {
  return value === null ? [] : [text(value)]
}

export type Choice = { members: readonly EvidenceMember[]; files: readonly string[]; categories: Readonly<Record<string, string>>; reason: string }

// acceptInput is what `acceptEvidence` is asked for: what is chosen, and nothing else.
export function acceptInput(choice: Choice) {
  return {
    members: [...choice.members],
    files: choice.files.map((id) => ({ id, ...(choice.categories[id] ? { categoryId: choice.categories[id] } : {}) })),
    ...(choice.reason.trim() === '' ? {} : { reason: choice.reason.trim() }),
  }
}

// willDo is what accepting does, as sentences.
export function willDo(evidence: Evidence, choice: Choice): string[] {
  return [termSentence(evidence, choice), fileSentence(choice.files.length), restSentence(evidence, choice)].filter((s) => s !== '')
}

function termSentence({ proposed, current }: Evidence, choice: Choice): string {
  if (choice.members.length === 0) return 'The policy stays as it is.'
  const end = choice.members.includes('endDate') ? proposed.endDate : null
  if (end !== null && current.endDate !== null && Date.parse(end) > Date.parse(current.endDate)) {
    const start = choice.members.includes('startDate') && proposed.startDate !== null ? proposed.startDate : current.endDate
    return `The next term begins: from ${day(start)} to ${day(end)}. Notices of the term before are cancelled.`
  }
  return 'The current term is corrected.'
}

function fileSentence(files: number): string {
  if (files === 0) return 'No file becomes a document.'
  return files === 1 ? '1 file becomes a document of the case.' : `${files} files become documents of the case.`
}

function restSentence(evidence: Evidence, choice: Choice): string {
  const refused = evidence.files.length - choice.files.length
  return refused > 0 && choice.reason.trim() === '' ? 'The sender is not told why the rest was not accepted: give a reason.' : ''
}
