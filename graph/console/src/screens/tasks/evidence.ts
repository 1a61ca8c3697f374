// What came in by an evidence link: the values beside those of today, and what accepting them does.

import type { LimitKind } from '../../gql/enums.ts'
import type { Amount } from '../../lib/format.ts'

type Values = {
  startDate: string | null
  endDate: string | null
  policyNumber: string | null
  limits: readonly { coverageType: string | null; kind: LimitKind; amount: Amount | null }[]
}

export type Evidence = {
  proposed: Values & { note: string | null }
  current: Values
  files: readonly { id: string; fileName: string; state: string; categoryId: string }[]
  policy: { coverageTypes: readonly { id: string; name: string }[] }
}

export type Member = 'startDate' | 'endDate' | 'policyNumber' | 'limits'

export type Words = { money(m: Amount): string; day(date: string): string; limit(kind: LimitKind): string }

export type Row = { member: Member; label: string; proposed: string[]; current: string[]; same: boolean }

const labels: Record<Member, string> = { startDate: 'Starts', endDate: 'Ends', policyNumber: 'Policy number', limits: 'Limits' }

// rowsOf is the proposed values, a row each, beside those that the policy has today.
export function rowsOf(evidence: Evidence, words: Words): Row[] {
  const { proposed, current } = evidence
  const names = new Map(evidence.policy.coverageTypes.map((t) => [t.id, t.name]))
  const row = (member: Member, p: string[], c: string[]): Row => ({
    member,
    label: labels[member],
    proposed: p,
    current: c,
    same: p.every((v) => c.includes(v)),
  })
  return [
    row('startDate', day(proposed.startDate, words), day(current.startDate, words)),
    row('endDate', day(proposed.endDate, words), day(current.endDate, words)),
    row('policyNumber', one(proposed.policyNumber), one(current.policyNumber)),
    row(
      'limits',
      proposed.limits.map((l) => limitText(l, names, words)),
      current.limits.map((l) => limitText(l, names, words)),
    ),
  ].filter((r) => r.proposed.length > 0)
}

function one(text: string | null): string[] {
  return text === null ? [] : [text]
}

function day(date: string | null, words: Words): string[] {
  return one(date).map(words.day)
}

function limitText(l: Values['limits'][number], names: Map<string, string>, words: Words): string {
  const of = l.coverageType === null ? '' : `${names.get(l.coverageType) ?? 'Other coverage'}, `
  return `${of}${words.limit(l.kind)}: ${l.amount ? words.money(l.amount) : 'no amount'}`
}

export type Choice = { members: readonly Member[]; files: readonly string[]; categories: Readonly<Record<string, string>>; reason: string }

// acceptInput is what `acceptEvidence` is asked for. What is not named is accepted whole, so only parts are named.
export function acceptInput(evidence: Evidence, rows: readonly Row[], choice: Choice) {
  const isWhole = choice.members.length === rows.length
  const areAll = choice.files.length === evidence.files.length && Object.keys(choice.categories).length === 0
  return {
    ...(isWhole ? {} : { members: [...choice.members] }),
    ...(areAll
      ? {}
      : { files: choice.files.map((id) => ({ id, ...(choice.categories[id] ? { categoryId: choice.categories[id] } : {}) })) }),
    ...(choice.reason.trim() === '' ? {} : { reason: choice.reason.trim() }),
  }
}

// willDo is what accepting does, as sentences.
export function willDo(evidence: Evidence, choice: Choice, words: Words): string[] {
  return [termSentence(evidence, choice, words), fileSentence(choice.files.length), restSentence(evidence, choice)].filter((s) => s !== '')
}

function termSentence({ proposed, current }: Evidence, choice: Choice, words: Words): string {
  if (choice.members.length === 0) return 'The policy stays as it is.'
  const end = choice.members.includes('endDate') ? proposed.endDate : null
  if (end !== null && current.endDate !== null && Date.parse(end) > Date.parse(current.endDate)) {
    const start = choice.members.includes('startDate') && proposed.startDate !== null ? proposed.startDate : current.endDate
    return `The next term begins: from ${words.day(start)} to ${words.day(end)}. Notices of the term before are cancelled.`
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
