// What enums are called on the screen, in the words of those who work a loan.
import type * as enums from '../gql/enums.ts'

type Words<E extends string> = Readonly<Record<E, string>>

// word is how a value is called; one of a later server as it comes.
export function word<E extends string>(words: Words<E>, value: E | null | undefined): string {
  return value === null || value === undefined ? '' : (words[value] ?? value)
}

export const verdictWords: Words<enums.Verdict> = {
  deficient: 'Deficient',
  unknown: 'Outstanding',
  waived: 'Exception',
  compliant: 'In compliance',
  notApplicable: 'No requirement',
}

export const verdictMeanings: Words<enums.Verdict> = {
  deficient: 'Not insured as the lender requires',
  unknown: 'Information that decides it is outstanding',
  waived: 'In compliance, but for an exception that was approved',
  compliant: 'Insured as the lender requires',
  notApplicable: 'The lender requires nothing here, or no risk profile is set',
}

// The worst first: the order of every list of verdicts.
export const verdicts: readonly enums.Verdict[] = ['deficient', 'unknown', 'waived', 'compliant', 'notApplicable']

export const codeWords: Words<enums.FindingCode> = {
  applicability_unknown: 'Not known if required',
  no_policy: 'No policy',
  not_started: 'Policy not started',
  expired: 'Policy expired',
  cancelled: 'Policy cancelled',
  deactivated: 'Policy deactivated',
  dates_unknown: 'Policy dates not known',
  insured_not_named: 'Borrower not named insured',
  insured_unknown: 'Named insured not known',
  asset_not_covered: 'Asset not on the policy',
  clause_missing: 'Lender clause missing',
  rating_too_low: 'Carrier rating too low',
  rating_unknown: 'Carrier rating not known',
  form_not_accepted: 'Coverage form not accepted',
  claims_made: 'Claims-made form',
  form_unknown: 'Coverage form not known',
  valuation_not_accepted: 'Valuation not accepted',
  valuation_unknown: 'Valuation not known',
  coinsurance_too_high: 'Coinsurance too high',
  coinsurance_unknown: 'Coinsurance not known',
  deductible_too_high: 'Deductible too high',
  deductible_unknown: 'Deductible not known',
  currency_differs: 'Currency differs',
  endorsement_missing: 'Endorsement missing',
  endorsement_unknown: 'Endorsement not known',
  excluded: 'Exclusion not accepted',
  exclusion_unknown: 'Exclusions not known',
  notice_too_short: 'Notice of cancellation too short',
  notice_unknown: 'Notice of cancellation not known',
  evidence_missing: 'Evidence missing',
  evidence_temporary: 'Temporary evidence run out',
  not_confirmed: 'Renewal not confirmed',
  primary_missing: 'Primary layer missing',
  peril_missing: 'Peril not covered',
  limit_too_low: 'Limit too low',
  limit_unknown: 'Limit not known',
  required_amount_unknown: 'Required amount not known',
  aggregate_too_low: 'Aggregate limit too low',
  period_too_short: 'Period of indemnity too short',
  period_unknown: 'Period of indemnity not known',
  attachment_gap: 'Gap below the layer',
}

export const outcomeWords: Words<enums.FindingOutcome> = { fail: 'Not met', unknown: 'Outstanding', waived: 'Exception' }

export const caseStatusWords: Words<enums.CaseStatus> = {
  DRAFT: 'Draft',
  OPEN: 'Open',
  ONBOARDING: 'Onboarding',
  approved: 'Approved',
  onHold: 'On hold',
  closed: 'Closed',
}

export const closeReasonWords: Words<enums.CaseCloseReason> = {
  paidOff: 'Loan paid off',
  sold: 'Loan sold',
  chargedOff: 'Loan charged off',
  transferred: 'Serviced by somebody else',
  error: 'Opened by mistake',
}

export const policyStatusWords: Words<enums.PolicyStatus> = {
  active: 'Active',
  renewalInProgress: 'Renewal in progress',
  onHold: 'On hold',
  deactivated: 'Deactivated',
}

export const managementWords: Words<enums.ManagementType> = {
  selfManaged: 'Followed up by the lender',
  serviceManaged: 'Followed up by us',
}

export const taskWords: Words<enums.TaskType> = {
  collectEvidence: 'Collect evidence',
  reviewDocument: 'Review a document',
  renewalFollowUp: 'Follow up a renewal',
  resolveDeficiency: 'Resolve a deficiency',
  cancellationFollowUp: 'Follow up a cancellation',
  forcePlacementReview: 'Review lender-placed insurance',
  caseApproval: 'Approve a case or an exception',
  loanMissing: 'Find a missing loan',
  refundPlacement: 'Give back placed insurance',
  placementDuty: 'See to placed insurance',
  placementFacts: 'Record what a placement needs',
}

// taskName is what a task is called: an approval by what it is about.
export function taskName(task: { type: enums.TaskType; waiverId?: string | null }): string {
  if (task.type !== 'caseApproval') return word(taskWords, task.type)
  return task.waiverId ? 'Decide an exception' : 'Approve a case'
}

export const taskStateWords: Words<enums.TaskState> = {
  open: 'Open',
  inProgress: 'In progress',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

// The states of tasks that somebody still has to do something about.
export const openTaskStates: readonly enums.TaskState[] = ['open', 'inProgress', 'paused']

export const stepWords: Words<enums.RenewalStep> = {
  request: 'Request for renewal',
  reminder: 'Reminder',
  final: 'Final reminder',
  lapsed: 'Coverage has lapsed',
  warning: 'Warning',
  forcePlacementReview: 'Review of lender-placed insurance',
  deficiency: 'Request for correction',
  deficiencyReminder: 'Reminder to correct',
  deficiencyFinal: 'Final reminder to correct',
}

export const noticeStateWords: Words<enums.RenewalNoticeState> = {
  planned: 'Planned',
  sent: 'Sent',
  suppressed: 'Suppressed',
  skipped: 'Skipped',
  cancelled: 'Not needed any more',
  failed: 'Failed',
}

export const noticeBlockWords: Words<enums.NoticeBlock> = {
  noMailServer: 'No mail server is set up',
  mailServer: 'The mail server cannot be reached, or refuses us for the moment',
  recipients: 'The mail server puts off recipients',
  policyOnHold: 'The policy is on hold',
  caseOnHold: 'The case is on hold',
  evidenceInReview: 'Evidence came in and is being reviewed',
  letter: 'The letter could not be written',
}

export const deliveryWords: Words<enums.NoticeDeliveryState> = {
  pending: 'Waiting',
  sent: 'Accepted by the mail server',
  refused: 'Refused by the mail server',
  abandoned: 'Given up',
}

export const renewalBlockWords: Words<enums.RenewalBlock> = {
  policyOnHold: 'The policy is on hold',
  policyDeactivated: 'The policy is deactivated',
  evidenceInReview: 'Evidence came in and is being reviewed',
  endDateUnknown: 'The end date of the policy is not known',
  allStepsDone: 'All steps of this term are done',
}

export const webhookStateWords: Words<enums.WebhookDeliveryState> = {
  pending: 'Waiting for its next attempt',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const waiverWords: Words<enums.WaiverState> = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Rejected',
  revoked: 'Revoked',
}

export const cancellationWords: Words<enums.CancellationReason> = {
  nonPayment: 'Premium not paid',
  underwriting: 'Carrier does not want the risk',
  insuredRequest: 'Insured asked for it',
  rewritten: 'Another policy replaces it',
  other: 'Another reason',
}

export const evidenceWords: Words<enums.EvidenceState> = {
  proposed: 'To be decided',
  accepted: 'Accepted',
  partlyAccepted: 'Partly accepted',
  rejected: 'Rejected',
}

export const evidenceFileWords: Words<enums.EvidenceFileState> = { proposed: 'To be decided', accepted: 'Accepted', rejected: 'Rejected' }

export const versionWords: Words<enums.PolicyVersionReason> = { created: 'Created', newTerm: 'New term', correction: 'Correction or confirmation' }

export const layerWords: Words<enums.CoverageLayer> = { primary: 'Primary', excess: 'Excess', umbrella: 'Umbrella' }

export const limitWords: Words<enums.LimitKind> = { perOccurrence: 'Each occurrence', aggregate: 'Aggregate', total: 'Total' }

export const formWords: Words<enums.CoverageFormType> = { Special: 'Special', Broad: 'Broad', Basic: 'Basic', Unknown: 'Not known' }

export const clauseWords: Words<enums.ClauseType> = {
  mortgagee: 'Mortgagee',
  lendersLossPayable: 'Lender’s loss payable',
  lossPayee: 'Loss payee',
  additionalInsured: 'Additional insured',
  certificateHolder: 'Certificate holder',
}

export const basisWords: Words<enums.LimitBasis> = {
  LOAN_AMOUNT: 'Loan amount',
  INSURABLE_VALUE: 'Insurable value',
  LESSER: 'Lesser of loan amount and insurable value',
  FLOOD: 'Federal flood rules: least of balance, insurable value and the program’s maximum',
}

export const limitPerWords: Words<enums.LimitPer> = { TARGET: 'Each building or the case', LOAN: 'All buildings together' }

export const insuredNamedWords: Words<enums.InsuredNamed> = { ANY: 'One of the borrowers', ALL: 'Each of the borrowers' }

export const agencyWords: Words<enums.RatingAgency> = { AM_BEST: 'A.M. Best', DEMOTECH: 'Demotech', SP: 'S&P', MOODYS: 'Moody’s' }

export const valuationWords: Words<enums.ValuationMethod> = {
  replacementCost: 'Replacement cost',
  actualCashValue: 'Actual cash value',
  agreedValue: 'Agreed value',
  functionalReplacementCost: 'Functional replacement cost',
}

export const carriedMemberWords: Words<enums.CarriedOverMember> = {
  carrier: 'Carrier',
  limits: 'Limits',
  deductibles: 'Deductible',
  coverageFormType: 'Form',
  mortgageeClauses: 'Clauses',
  insureds: 'Named insureds',
  perils: 'Perils',
  valuation: 'Valuation',
  endorsements: 'Endorsements',
  exclusions: 'Exclusions',
  noticeDays: 'Days of notice',
  attachment: 'Attachment',
}

export const deductibleOfWords: Words<enums.DeductibleBase> = { LIMIT: 'the limit', INSURED_VALUE: 'the insured value' }

export const placementWords: Words<enums.PolicyPlacement> = { voluntary: 'By the borrower', lenderPlaced: 'Lender-placed' }

export const programmeWords: Words<enums.PlacementProgramme> = {
  regX: 'Hazard insurance of a home (Regulation X, 12 CFR 1024.37)',
  flood: 'Flood insurance (42 USC 4012a(e), 12 CFR 22.7)',
  contract: 'The loan agreement',
}

export const placementStateWords: Words<enums.PlacementState> = {
  noticed: 'First notice',
  reminded: 'Reminder sent',
  mayPlace: 'May be placed',
  placed: 'Placed',
  charged: 'Charged',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  cured: 'Cured',
}

export const meansWords: Words<enums.PlacementMeans> = { post: 'By post', email: 'By e-mail' }

export const postWords: Readonly<Record<string, string>> = {
  firstClass: 'First class',
  priority: 'Priority',
  certified: 'Certified',
  registered: 'Registered',
  express: 'Express',
  standard: 'Standard',
}

// What a lender does about a placement, each notice by its step.
export const dutyWords: Readonly<Record<string, string>> = {
  first: 'First notice',
  reminder: 'Reminder',
  reminderGap: 'Reminder about a gap',
  renewal: 'Renewal notice',
  renewalNotice: 'Renewal notice',
  place: 'Place the insurance',
  charge: 'Charge the borrower',
  cancel: 'Cancel with the carrier',
  refund: 'Give back',
}

export const carriedOverWords: Words<enums.CarriedOver> = {
  ACCEPT: 'what a new term takes over from the one before counts',
  UNKNOWN: 'what a new term takes over from the one before is outstanding until it is confirmed',
}

export const matchWords: Words<enums.CaseMatchField> = {
  loanNumber: 'loan number',
  displayName: 'name',
  insured: 'named insured',
  asset: 'address',
  policyNumber: 'policy number',
}

export const actorWords: Words<enums.ActorKind> = {
  serviceAccount: 'Lender',
  staff: 'Staff',
  person: 'Person',
  system: 'covertrack',
  evidenceLink: 'Evidence link',
}

// actorText is who did something, and what they are unless the name says it.
export function actorText(name: string, kind: enums.ActorKind): string {
  const what = word(actorWords, kind)
  return what === name ? name : `${name} (${what.toLowerCase()})`
}

export const userRoleWords: Words<enums.UserRole> = { admin: 'Administrator', analyst: 'Analyst', viewer: 'Viewer' }

export const phoneWords: Words<enums.PhoneType> = { office: 'Office', mobile: 'Mobile', home: 'Home', fax: 'Fax', other: 'Another' }

export const roleWords: Words<enums.Role> = {
  viewer: 'Viewer',
  analyst: 'Analyst',
  approver: 'Approver',
  admin: 'Administrator',
  support: 'Support',
  operator: 'Operator',
}

export const modeWords: Words<enums.Mode> = { live: 'live', test: 'test', sandbox: 'sandbox' }
