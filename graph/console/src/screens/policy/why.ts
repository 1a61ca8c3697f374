// Why no notice goes out, or went out, in words, and what to do. docs/guide/support.md has the same as a table.

export type Reason = { what: string; next?: string }

export type Notice = {
  state: string
  skipReason?: string | null
  blockedBy?: string | null
}

const blocks: Record<string, Reason> = {
  policyOnHold: { what: 'The policy is on hold. Nothing is sent until it is released.', next: 'Release it on the case.' },
  policyDeactivated: {
    what: 'The policy is deactivated. Nothing is sent any more.',
    next: 'If it matters again, reactivate it on the case.',
  },
  evidenceInReview: {
    what: 'Evidence came in and waits for a decision. Meanwhile no notice goes out.',
    next: 'Accept or reject it in its task.',
  },
  endDateUnknown: {
    what: 'Nobody knows when the policy ends, so no notice can be planned.',
    next: 'Ask for evidence and correct the policy.',
  },
  allStepsDone: { what: 'All notices of this term are done.', next: 'The next one is that of the next term, once it has begun.' },
}

// blockReason is why a policy gets no notice, by its `blockedBy`.
export function blockReason(block: string): Reason {
  return blocks[block] ?? { what: `No notice goes out: ${block}.` }
}

const waits: Record<string, Reason> = {
  noMailServer: { what: 'Waits: the server has no mail server.', next: 'Tell operations.' },
  mailServer: { what: 'Waits: the mail server cannot be reached or refuses us.', next: 'Operations is warned already.' },
  recipients: { what: 'Waits: the mail server puts off the addresses. It is tried again.' },
  policyOnHold: { what: 'Waits: the policy is on hold.', next: 'Release it on the case.' },
  caseOnHold: { what: 'Waits: the case is on hold.', next: 'Release it.' },
  evidenceInReview: { what: 'Waits: evidence is being reviewed.', next: 'Accept or reject it in its task.' },
  letter: { what: 'Waits: the letter could not be written.', next: 'Look at the lender’s own wording of this step.' },
}

const reasons: Record<string, Record<string, Reason>> = {
  suppressed: {
    testPortfolio: { what: 'Written and not sent: a test portfolio never writes to a person.' },
    mailOff: { what: 'Written and not sent: this server is told to send no mail.' },
    noMailServer: { what: 'Written and not sent: the server had no mail server then.', next: 'Send it again.' },
  },
  skipped: {
    noRecipient: { what: 'Passed over: there was nobody to write to.', next: 'Add a contact, then send it again. A task is open.' },
    noFindings: { what: 'Passed over: there was nothing to tell that the recipient could correct and did not know already.' },
    taskOnly: { what: 'A task was opened; this step has no letter.' },
    late: { what: 'Passed over: a later step was due at the same time, and only that one is sent.' },
    hold: { what: 'Passed over: it was due during a hold, and a later step was sent after it.' },
  },
  cancelled: {
    resolved: { what: 'Not needed: every finding is corrected.' },
    newTerm: { what: 'Not needed: the next term has begun.' },
    deactivated: { what: 'Not needed: the policy was deactivated.' },
    endDateUnknown: { what: 'Not needed: the end of the policy is not known any more.' },
    policyCancelled: { what: 'Not needed: the policy was cancelled, so its end is another one.' },
    policyReinstated: { what: 'Not needed: the policy was reinstated.' },
    endDateChanged: { what: 'Not needed: the end of the policy has changed.' },
    caseClosed: { what: 'Not needed: the case was closed.' },
  },
  sent: {
    late: { what: 'Some have it; for the others it became too late.' },
    newTerm: { what: 'Some have it; for the others it was not needed any more: the next term has begun.' },
    deactivated: { what: 'Some have it; for the others it was not needed any more: the policy was deactivated.' },
    endDateChanged: { what: 'Some have it; for the others it was not needed any more: the end has changed.' },
    caseClosed: { what: 'Some have it; for the others it was not needed any more: the case was closed.' },
  },
}

// noticeReason is what became of a notice, by its state and reason. `isDue` is whether its day has come.
export function noticeReason(notice: Notice, isDue: boolean): Reason {
  const given = notice.skipReason ?? ''
  const known = reasons[notice.state]?.[given]
  if (known !== undefined) return known
  switch (notice.state) {
    case 'planned':
      return plannedReason(notice, isDue)
    case 'sent':
      return { what: given === '' ? 'The mail server took it.' : `Some have it, others do not: ${given}.` }
    case 'failed':
      return { what: `The mail server refused it for good: ${given}.`, next: 'Correct the address of the contact, then send it again.' }
    default:
      return { what: given === '' ? 'No reason is recorded.' : given }
  }
}

function plannedReason(notice: Notice, isDue: boolean): Reason {
  if (notice.blockedBy != null) return waits[notice.blockedBy] ?? { what: `Waits: ${notice.blockedBy}.` }
  if (!isDue) return { what: 'To come.' }
  if (notice.skipReason != null) return { what: `Put off: ${notice.skipReason}. It is tried again for three days.` }
  return { what: 'Due. It goes out within the next minutes.' }
}

// canSendAgain reports whether `sendNotice` takes a notice in this state.
export function canSendAgain(state: string): boolean {
  return state === 'suppressed' || state === 'skipped' || state === 'failed'
}
