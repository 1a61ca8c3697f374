// What a change's members were, as a new change that brings them back.

export interface Member {
  from: unknown
  to: unknown
}

export interface Trailed {
  id: string
  action: string
  changes: unknown
}

// By the names that the trail has: the member of the input. What is not here is not undone from here.
const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  case: {
    loanNumber: 'loanNumber',
    loanAmount: 'loanAmount',
    outstandingBalance: 'outstandingBalance',
    maturityDate: 'maturityDate',
    insuredIds: 'insureds',
    insuranceContactIds: 'insuranceContacts',
    insuranceContactCCIds: 'insuranceContactsCC',
    mortgageeClauseIds: 'mortgageeClauses',
    riskProfileId: 'riskProfile',
    programId: 'program',
  },
  policy: {
    policyNumber: 'policyNumber',
    startDate: 'startDate',
    endDate: 'endDate',
    coverageFormType: 'coverageFormType',
    valuation: 'valuation',
    coinsurancePercent: 'coinsurancePercent',
    claimsMade: 'claimsMade',
    noticeDays: 'noticeDays',
    premium: 'premium',
    limits: 'limits',
    carrier: 'carrier',
    insuredIds: 'insureds',
    mortgageeClauseIds: 'mortgageeClauses',
  },
  asset: {},
}

// Members that follow from the others.
const following = new Set(['updatedAt', 'displayName', 'name', 'currentVersionId', 'versionNumber', 'gapDays', 'carriedOver', 'noInsureds', 'pathName'])

// membersOf are the members of a change that say something.
export function membersOf(changes: unknown): [name: string, member: Member][] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return []
  return (Object.entries(changes) as [string, Member][]).filter(([name, value]) => !following.has(name) && value !== null && typeof value === 'object' && 'to' in value)
}

// undoOf is the change that takes back the latest one; undefined where it cannot be taken back by one.
export function undoOf(event: Trailed): Record<string, unknown> | undefined {
  const [noun = '', verb] = event.action.split('.')
  const known = inputs[noun]
  const members = membersOf(event.changes)
  if (verb !== 'updated' || !known || members.length === 0 || members.some(([name]) => !known[name])) return undefined
  return Object.fromEntries(members.map(([name, { from }]) => [known[name], valueOf(name, from)]))
}

function valueOf(name: string, from: unknown): unknown {
  if (from === undefined || from === null) return /Ids$/.test(name) ? [] : null
  if (typeof from === 'string' && /Date$/.test(name)) return from.slice(0, 10)
  if (name === 'limits') return (from as Record<string, unknown>[]).map(without)
  if (name === 'carrier') return without(from as Record<string, unknown>)
  return from
}

const without = (row: Record<string, unknown>) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

// latestOf is the latest change that somebody made: verdicts follow from others.
export const latestOf = <E extends Trailed>(events: readonly E[]): E | undefined => events.find(({ action }) => !/\.(verdict|findings)Changed$/.test(action))
