// Why a task was opened, in words, and what to do about it.

export type Advice = { why: string; next: string; where?: 'case' | 'notices' | 'receivers' | 'evidence' }

const byReason: Record<string, Advice> = {
  noRecipient: {
    why: 'A notice was due and there was nobody to write to.',
    next: 'Add a contact to the case or the policy, then send the notice again.',
    where: 'notices',
  },
  endDateUnknown: { why: 'Nobody knows when the policy ends.', next: 'Ask for evidence and add it to the case.', where: 'case' },
  undeliverable: {
    why: 'A notice could not be delivered to anybody.',
    next: 'Ask for the right address, correct the contact, then send the notice again.',
    where: 'notices',
  },
  lapsed: {
    why: 'The cover has ended and no new term is known.',
    next: 'Ask for the renewal. If there is one, start the new term on the case.',
    where: 'case',
  },
  forcePlacementReview: {
    why: 'The cover has ended long ago and no new term is known.',
    next: 'Decide about lender-placed insurance. Nothing is placed automatically.',
    where: 'case',
  },
  'forcePlacementReview of a case': {
    why: 'The insurance has not met for long what the loan requires.',
    next: 'Decide about lender-placed insurance. Nothing is placed automatically.',
    where: 'case',
  },
  missingFromFile: {
    why: 'A file with the whole book does not have this loan.',
    next: 'Ask why. If it is paid off or sold, close the case.',
    where: 'case',
  },
  caseClosed: { why: 'The case was closed.', next: '' },
  evidenceSubmitted: {
    why: 'Somebody handed in evidence by a link.',
    next: 'Compare it with the policy, then accept or reject it.',
    where: 'evidence',
  },
  waiverRequested: {
    why: 'Somebody asked for an exception.',
    next: 'Approve or reject it on the case. Who asked cannot approve it.',
    where: 'case',
  },
  webhookDisabled: {
    why: 'A receiver of events was disabled: nothing could be delivered for days.',
    next: 'Repair it, then enable it again.',
    where: 'receivers',
  },
  mailServer: {
    why: 'Notices are due and the mail server does not take them.',
    next: 'Ask operations. The task completes itself when mail works again.',
    where: 'notices',
  },
  nonPayment: {
    why: 'The policy was cancelled: the premium was not paid.',
    next: 'Ask whether it is paid and reinstated, or replaced.',
    where: 'case',
  },
  underwriting: {
    why: 'The policy was cancelled: the carrier does not want the risk.',
    next: 'Ask for the policy that replaces it.',
    where: 'case',
  },
  insuredRequest: {
    why: 'The policy was cancelled: the named insured asked for it.',
    next: 'Ask for the policy that replaces it.',
    where: 'case',
  },
  rewritten: {
    why: 'The policy was cancelled: another one replaces it.',
    next: 'Ask for the new policy and add it to the case.',
    where: 'case',
  },
  other: { why: 'The policy was cancelled.', next: 'Ask why, and what replaces it.', where: 'case' },
}

// adviceOf is why a task is there; what people wrote themselves stands as it is.
export function adviceOf(reason: string | null, isOfPolicy = true): Advice | null {
  if (reason === null || reason === '') return null
  return (isOfPolicy ? undefined : byReason[`${reason} of a case`]) ?? byReason[reason] ?? { why: reason, next: '' }
}
