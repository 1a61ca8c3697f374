// What a change's members were, as a new change that brings them back.
import { memberWord } from '../../lib/trail.ts'

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
const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))
const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  case: {
    ...same('externalId', 'status', 'managementType', 'loanNumber', 'loanAmount', 'outstandingBalance', 'maturityDate', 'federallyRelated'),
    name: 'displayName',
    insuredIds: 'insureds',
    insuranceContactIds: 'insuranceContacts',
    insuranceContactCCIds: 'insuranceContactsCC',
    mortgageeClauseIds: 'mortgageeClauses',
    riskProfileId: 'riskProfile',
    programId: 'program',
  },
  policy: {
    ...same('externalId', 'status', 'productType', 'coverageLayer', 'coverageTypes', 'perilsByAsset', 'coverageFormType', 'startDate', 'endDate', 'policyNumber'),
    ...same('carrier', 'insureds', 'limits', 'deductible', 'deductibles', 'statedValues', 'valuation', 'coinsurancePercent', 'noticeDays'),
    ...same('claimsMade', 'attachment', 'endorsements', 'exclusions', 'placement', 'premium', 'perils', 'noInsureds'),
    name: 'displayName',
    insuranceContactIds: 'insuranceContacts',
    mortgageeClauseIds: 'mortgageeClauses',
  },
  asset: { ...same('externalId'), documentIds: 'documents' },
  task: { ...same('dueAt', 'reason'), assigneeId: 'assignee' },
  insured: {
    ...same('externalId', 'type', 'typeGiven', 'corporateName', 'prefix', 'firstName', 'middleName', 'lastName', 'suffix'),
    name: 'displayName',
    insuredGroupId: 'insuredGroup',
  },
  broker: {
    ...same('email', 'phone', 'phoneExtension', 'phoneType', 'firstName', 'lastName'),
    name: 'displayName',
    brokerageId: 'brokerage',
  },
}

// Members that follow from the others, or never change.
const following = new Set(['id', 'caseId', 'createdAt', 'updatedAt', 'displayName', 'currentVersionId', 'versionNumber', 'gapDays', 'carriedOver', 'pathName'])

// isTold reports whether a member is one of those that people see: the others say how they are to be read.
export const isTold = (name: string) => name !== 'typeGiven' && name !== 'noInsureds'

// A field of an asset is a member of its own: `fields.address`.
export const fieldPrefix = 'fields.'

// wordOf is what a member is called.
export const wordOf = (name: string) => memberWord(name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name)

// membersOf are the members of a change that say something; of an asset each of its fields is one.
export function membersOf(changes: unknown): [name: string, member: Member][] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return []
  const all = (Object.entries(changes) as [string, Member][]).filter(([name, value]) => !following.has(name) && value !== null && typeof value === 'object' && 'to' in value)
  return all.flatMap(([name, member]) => (name === 'fields' ? fieldsOf(member) : [[name, member]]))
}

interface Field {
  key: string
  value: unknown
}

function fieldsOf({ from, to }: Member): [string, Member][] {
  const values = (of: unknown) => new Map(((of ?? []) as Field[]).map(({ key, value }) => [key, value]))
  const [before, after] = [values(from), values(to)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key): [string, Member] => [fieldPrefix + key, { from: before.get(key) ?? null, to: after.get(key) ?? null }])
    .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to))
}

// undoOf is the change that takes this one back; undefined where it cannot be taken back by one.
export function undoOf(event: Trailed): Record<string, unknown> | undefined {
  const [noun = '', verb] = event.action.split('.')
  const known = inputs[noun]
  const members = membersOf(event.changes)
  const isKnown = (name: string) => (noun === 'asset' && name.startsWith(fieldPrefix)) || known?.[name] !== undefined
  if (verb !== 'updated' || !known || members.length === 0 || !members.every(([name]) => isKnown(name))) return undefined
  const fields = members.filter(([name]) => name.startsWith(fieldPrefix)).map(([name, { from }]) => ({ fieldType: name.slice(fieldPrefix.length), value: from }))
  const others = members.filter(([name]) => !name.startsWith(fieldPrefix)).map(([name, { from }]) => [known[name]!, valueOf(name, from)])
  return together({ ...Object.fromEntries(others), ...(fields.length > 0 && { fields }) })
}

function valueOf(name: string, from: unknown): unknown {
  if (from === undefined || from === null) return /Ids$|^limits$|^coverageTypes$/.test(name) ? [] : null
  if (typeof from === 'string' && /Date$/.test(name)) return from.slice(0, 10)
  if (Array.isArray(from)) return from.map(without)
  return without(from)
}

function without(row: unknown): unknown {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return row
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

// together minds members that depend on each other; undefined where the trail does not say all of what is needed.
function together(input: Record<string, unknown>): Record<string, unknown> | undefined {
  const { typeGiven, noInsureds, ...rest } = input
  if (['DRAFT', 'onHold', 'closed', 'deactivated'].includes(String(rest['status']))) return undefined
  if ('perils' in rest && !('perilsByAsset' in rest)) return undefined
  if (rest['perilsByAsset'] === null) delete rest['perilsByAsset']
  if (rest['deductibles'] && 'deductible' in rest) delete rest['deductible']
  if ('noInsureds' in input) rest['insureds'] = noInsureds ? [] : (rest['insureds'] ?? null)
  if ('typeGiven' in input) rest['type'] = typeGiven ? rest['type'] : null
  else if ('type' in rest && 'corporateName' in rest) return undefined
  return rest
}

// backOf is the last change of a member, or of any, as long as nobody has changed what it changed since; with the change that takes it back.
export function backOf<E extends Trailed>(events: readonly E[], members?: readonly string[]): { event: E; input: Record<string, unknown> } | undefined {
  const named = events.map((event) => ({ event, names: membersOf(event.changes).map(([name]) => name) })).filter(({ event }) => !isVerdict(event))
  const at = named.findIndex(({ names }) => (members ? names.some((name) => members.includes(name)) : names.length > 0))
  const last = named[at]
  if (!last || named.slice(0, at).some(({ names }) => names.some((name) => last.names.includes(name)))) return undefined
  const input = undoOf(last.event)
  return input && { event: last.event, input }
}

// Verdicts follow from what people change.
const isVerdict = ({ action }: Trailed) => /\.(verdict|findings)Changed$/.test(action)
