// What a placement is, what may be done with it, and what doing it means, in words.
import type { CasePlacementFragment } from '../../gql/graphql.ts'
import type { PlacementProgramme } from '../../gql/enums.ts'
import { day, money, present } from '../../lib/format.ts'
import { noticeStateWords, programmeWords, word } from '../../lib/words.ts'

export type Placement = CasePlacementFragment
export type Column = 'waiting' | 'placed' | 'back'
export type Action = 'notice' | 'prove' | 'place' | 'charge' | 'cancel' | 'refund'

export const placementName = (of: Pick<Placement, 'coverageType' | 'asset'>) => `${of.coverageType.name}${of.asset ? ` at ${of.asset.displayName}` : ''}`

const isWaiting = ({ state }: Pick<Placement, 'state'>) => state === 'noticed' || state === 'reminded' || state === 'mayPlace'

// columnOf is where a placement stands: what is to be given back, or ended with its carrier, comes before all else. One that is over
// is nowhere.
export function columnOf(of: Pick<Placement, 'state' | 'refund' | 'duties'>): Column | undefined {
  if (of.refund || toEnd(of)) return 'back'
  if (isWaiting(of)) return 'waiting'
  return of.state === 'placed' || of.state === 'charged' || of.state === 'cancelled' ? 'placed' : undefined
}

const toEnd = (of: Pick<Placement, 'duties'>) => of.duties.find((duty) => duty.what === 'cancel' && duty.doneOn === null)

// sorted has first what has to be done first.
export function sorted<P extends Placement>(placements: readonly P[]): P[] {
  const dayOf = (of: P) => of.refund?.dueOn ?? toEnd(of)?.dueOn ?? of.earliestChargeOn
  return placements.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.id.localeCompare(b.id))
}

// The notices that a programme knows: those of a term that is renewed are others.
const steps: Readonly<Record<PlacementProgramme, readonly string[]>> = {
  regX: ['first', 'reminder', 'reminderGap'],
  flood: ['first'],
  contract: ['first'],
}

export const stepsOf = ({ programme, renewsId }: Pick<Placement, 'programme' | 'renewsId'>): readonly string[] =>
  programme === 'regX' && renewsId ? ['renewal'] : (steps[programme] ?? ['first'])

// actionsOf are what a state knows. Before its day the server refuses it, and says which day that is.
export function actionsOf(of: Pick<Placement, 'state' | 'refund' | 'cancelledOn' | 'carrier'>): Action[] {
  if (isWaiting(of)) return ['notice', 'place', 'prove']
  const isInsured = of.carrier !== null && of.cancelledOn === null
  const actions: [Action, boolean][] = [
    ['refund', of.refund !== null && of.state !== 'placed'],
    ['charge', of.state === 'placed' || of.state === 'charged' || of.state === 'cancelled'],
    ['cancel', isInsured],
    ['prove', isInsured],
  ]
  return actions.filter(([, isKnown]) => isKnown).map(([action]) => action)
}

// letterText is what became of a letter.
export function letterText({ means, state, skipReason, printFileId, mailedOn, settledAt }: Placement['letters'][number]): string {
  if (mailedOn !== null) return `mailed on ${day(mailedOn)}`
  if (state === 'planned' && means === 'post') return printFileId === null ? 'waits for a print file' : 'in a print file, not mailed yet'
  if (state === 'planned') return skipReason === null ? 'waits for the mail server' : `waits for the mail server: ${skipReason}`
  if (state === 'sent') return `accepted by the mail server on ${day(settledAt!)}`
  return `${word(noticeStateWords, state).toLowerCase()}${skipReason === null ? '' : `: ${skipReason}`}`
}

// todayOf is today in the zone in whose days a placement is counted.
export const todayOf = ({ timeZone }: Pick<Placement, 'timeZone'>, now = present()) => now.toLocaleDateString('en-CA', { timeZone })

// whenText is the earliest day of a placement and a charge, in a sentence.
export const whenText = ({ earliestChargeOn, earliestRule, earliestSource }: Pick<Placement, 'earliestChargeOn' | 'earliestRule' | 'earliestSource'>) =>
  `Nothing is placed or charged before ${day(earliestChargeOn)}: ${earliestRule} (${earliestSource}).`

export const notices = (of: Placement) => [
  `The days count by ${word(programmeWords, of.programme)}, from the day on which the notice was handed over.`,
  'A notice of the same kind and day is corrected by it.',
]

export const proves = (of: Placement) => [
  `Cover without a gap from ${day(of.lapsedOn)} on ends it, and all that was charged is given back. With a gap, it stands for the gap alone.`,
]

export const places = (of: Placement) => [whenText(of), 'It is recorded as bought today. Nothing is bought by recording it.']

export const charges = (of: Placement) => [
  ...(of.owed ? [`The borrower owes ${money(of.owed)} for the days without cover.`] : []),
  'It is recorded as charged today. Empty: all that may be charged now.',
]

export const cancels = () => ['The insurance does not stand from that day on. What was charged for later days is to be given back.']

export const refunds = (of: Placement) =>
  of.refund ? [`${money(of.refund.amount)} is to be given back by ${day(of.refund.dueOn)}. Empty: all of it.`] : ['Empty: all that is due.']

// yearAfter is the same day of the next year; March 1 where there is none.
export function yearAfter(date: string): string {
  const [year = 0, month = 1, on = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year + 1, month - 1, on)).toISOString().slice(0, 10)
}
