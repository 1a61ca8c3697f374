// What the trail says of members and their values, in the words of those who work a loan.
import { day, dayAndTime, money, type Amount } from './format.ts'
import * as words from './words.ts'

const memberWords: Readonly<Record<string, string>> = {
  accountRole: 'role',
  body: 'opening',
  carriedOver: 'not confirmed since renewal',
  claimsMade: 'claims-made form',
  coinsurancePercent: 'coinsurance, percent',
  coverageFormType: 'coverage form',
  coverageTypeIds: 'coverages',
  expiresOn: 'last day',
  externalId: 'key in other systems',
  gapDays: 'days without cover',
  insuranceContactCCIds: 'contacts in copy',
  insuranceContactsCC: 'contacts in copy',
  insuranceContactIds: 'insurance contacts',
  insuredIds: 'named insureds',
  managementType: 'follow-up',
  mortgageeClauseIds: 'mortgagee clauses',
  naicCode: 'NAIC number',
  amBestRating: 'A.M. Best rating',
  noticeDays: 'days of notice',
  perilsByAsset: 'perils by asset',
  riskProfileId: 'risk profile',
  statedValues: 'statement of values',
  url: 'address',
  versionNumber: 'version',
  waiverId: 'exception',
}

// memberWord is what a member is called: `insurance contacts`.
export const memberWord = (name: string) =>
  memberWords[name] ??
  name
    .replace(/Ids?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

const statuses: Readonly<Record<string, string>> = {
  ...words.caseStatusWords,
  ...words.policyStatusWords,
  ...words.taskStateWords,
  ...words.waiverWords,
  ...words.placementStateWords,
  ...words.evidenceWords,
  ...words.webhookStateWords,
  ...words.noticeStateWords,
}

// statusWord is what a status or a state is called, of whatever record.
export const statusWord = (status: unknown) => (statuses[String(status)] ?? String(status)).toLowerCase()

const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: statuses,
  statusBeforeHold: statuses,
  state: statuses,
  stateBeforeHold: statuses,
  verdict: words.verdictWords,
  codes: words.codeWords,
  carriedOver: words.carriedMemberWords,
  clauseType: words.clauseWords,
  coverageFormType: words.formWords,
  coverageLayer: words.layerWords,
  kind: words.limitWords,
  limitBasis: words.basisWords,
  managementType: words.managementWords,
  of: words.deductibleOfWords,
  programme: words.programmeWords,
  placement: words.placementWords,
  reason: { ...words.closeReasonWords, ...words.cancellationWords },
  step: words.stepWords,
  type: words.taskWords,
  valuation: words.valuationWords,
}

// Named is what a record is called, by its id.
export type Named = (id: string) => string

// valueText is a value of a member as people read it.
export function valueText(value: unknown, member: string, named: Named): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (Array.isArray(value)) return value.map((one) => valueText(one, member, named)).join(value.every((one) => typeof one === 'string') ? ', ' : '; ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string') return textOf(value, member, named)
  const members = value as Record<string, unknown>
  if (typeof members['amount'] === 'string' && typeof members['currency'] === 'string') return money(members as unknown as Amount)
  return Object.entries(members)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${memberWord(name)} ${valueText(one, name, named)}`)
    .join(', ')
}

function textOf(value: string, member: string, named: Named): string {
  if (/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/.test(value)) return day(value)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return dayAndTime(value)
  return valueWords[member]?.[value] ?? (/^[0-9a-f-]{36}$/.test(value) ? named(value) : value)
}

// messageText is a message of the server with the members that it names in words: `startDate` is “start date”. What names no member
// stays as it is: `{{.Loan}}`.
export const messageText = (message: string) =>
  message.replace(/`([^`]+)`/g, (_, name: string, at: number) => {
    if (!/^[A-Za-z][\w.[\]]*$/.test(name)) return name
    const said = placeText(name.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/'))
    return at === 0 ? said.charAt(0).toUpperCase() + said.slice(1) : said
  })

// placeText is where in the input something is: `/variables/input/limits/0/amount` is “limits 1 amount”.
export const placeText = (pointer: string) =>
  pointer
    .replace(/^\/variables\/input(?=\/|$)/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : /^[A-Za-z]+$/.test(step) ? memberWord(step) : step))
    .join(' ')
