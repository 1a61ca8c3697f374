import type { FindingCode } from '../../gql/enums.ts'
import { day } from '../../lib/format.ts'
import { codeWords, word } from '../../lib/words.ts'
import { waiverName, type CaseWaiver } from './facts.ts'

// A waiver names the whole class of "no cover" by its first code.
const noCover: FindingCode[] = ['no_policy', 'not_started', 'expired', 'cancelled', 'deactivated', 'primary_missing']

// waivable are the codes that a waiver of these findings would name, each once.
export const waivable = (codes: FindingCode[]): FindingCode[] => [
  ...new Set(codes.map((code) => (noCover.includes(code) ? 'no_policy' : code))),
]

// reasonWords are a code that a waiver names, in words: one of them stands for its class.
export const reasonWords = (code: FindingCode) =>
  code === 'no_policy'
    ? 'No cover at all: no policy, not started, expired, cancelled, deactivated, no primary layer'
    : word(codeWords, code)

// whyNotApprove says why this person cannot approve a waiver; undefined if they can.
export function whyNotApprove(waiver: Pick<CaseWaiver, 'state' | 'requestedBy'>, viewer: string | null | undefined): string | undefined {
  if (waiver.state === 'requested' && waiver.requestedBy === viewer) {
    return 'You asked for this exception. Somebody else has to approve it; you can take it back by rejecting it.'
  }
  return undefined
}

const until = (expiresOn: string | null) => (expiresOn ? `up to and including ${day(expiresOn)}` : 'for ever, until it is revoked')

// reasonsText are the reasons that a waiver names.
export const reasonsText = (waiver: Pick<CaseWaiver, 'codes'>) =>
  waiver.codes.length > 0 ? waiver.codes.map((code) => word(codeWords, code).toLowerCase()).join(', ') : 'every reason but no cover at all'

export function asks(waiver: { demand: string; place: string; codes: FindingCode[]; expiresOn: string }): string[] {
  return [
    'Nothing changes until somebody else approves it: who asks cannot approve.',
    `Once approved, it counts for ${waiver.demand} ${waiver.place}, for ${reasonsText(waiver)}, ${until(waiver.expiresOn || null)}.`,
    'It stays visible on the case. It cannot be changed later: revoke it and ask anew.',
  ]
}

export const approves = (waiver: CaseWaiver) => [
  `From now on ${waiverName(waiver)} is an exception for ${reasonsText(waiver)}, ${until(waiver.expiresOn)}.`,
  `The reason given: “${waiver.reason}”`,
  'The verdict of the case is updated immediately.',
]

export const rejects = (waiver: CaseWaiver) => [`The exception for ${waiverName(waiver)} will never count. It stays on record as rejected.`]

export const revokes = (waiver: CaseWaiver) => [
  `The exception for ${waiverName(waiver)} no longer counts, for past days too.`,
  'The verdict of the case is updated immediately. It cannot be approved again.',
]
