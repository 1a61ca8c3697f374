import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacementState } from '../../gql/enums.ts'
import { actionsOf, columnOf, letterText, placementName, sorted, stepsOf, todayOf, whenText, yearAfter, type Placement } from './placement.ts'

const due = { amount: { amount: '335.00', currency: 'USD' }, dueOn: '2027-05-01T00:00:00.000Z' }

test('a placement stands in one column, and what is to be given back comes first', () => {
  const columns: Record<PlacementState, string | undefined> = {
    noticed: 'waiting', reminded: 'waiting', mayPlace: 'waiting', placed: 'placed', charged: 'placed', cancelled: 'placed', refunded: undefined, cured: undefined,
  }
  for (const [state, column] of Object.entries(columns) as [PlacementState, string | undefined][]) {
    assert.equal(columnOf({ state, refund: null, duties: [] }), column, state)
    assert.equal(columnOf({ state, refund: due, duties: [] }), 'back', state)
  }
  const cancel = { what: 'cancel', source: '12 CFR 1024.37(g)', earliestOn: null, dueOn: '2027-03-05T00:00:00.000Z', doneOn: null, isLate: false }
  assert.equal(columnOf({ state: 'cured', refund: null, duties: [cancel] }), 'back', 'insurance that was cured is ended with its carrier')
  assert.equal(columnOf({ state: 'cured', refund: null, duties: [{ ...cancel, doneOn: cancel.dueOn }] }), undefined)
})

test('a state offers what it knows, and leaves the day to the server', () => {
  const bought = { carrier: 'Example Surplus', cancelledOn: null }
  const of = (state: PlacementState, refund: typeof due | null, more: { carrier: string | null; cancelledOn: string | null } = bought) =>
    actionsOf({ state, refund, ...more }).join()
  assert.equal(of('noticed', null, { carrier: null, cancelledOn: null }), 'notice,place,prove')
  assert.equal(of('placed', null), 'charge,cancel,prove')
  assert.equal(of('charged', due), 'refund,charge,cancel,prove')
  assert.equal(of('cancelled', due, { carrier: 'Example Surplus', cancelledOn: '2027-04-01' }), 'refund,charge')
  assert.equal(of('cured', null), 'cancel,prove', 'insurance that was cured is ended with its carrier')
  assert.equal(of('refunded', null, { carrier: 'Example Surplus', cancelledOn: '2027-04-01' }), '')
})

test('the notices are those of the programme, and of a renewal', () => {
  assert.deepEqual(stepsOf({ programme: 'regX', renewsId: null }), ['first', 'reminder', 'reminderGap'])
  assert.deepEqual(stepsOf({ programme: 'regX', renewsId: 'x' }), ['renewal'])
  assert.deepEqual(stepsOf({ programme: 'flood', renewsId: 'x' }), ['first'])
})

test('the earliest day is said with its rule and citation', () => {
  const said = whenText({ earliestChargeOn: '2027-02-18T00:00:00.000Z', earliestRule: 'A charge comes 45 days after the first notice', earliestSource: '12 CFR 1024.37(c)(1)(i)' })
  assert.equal(said, 'Nothing is placed or charged before February 18, 2027: A charge comes 45 days after the first notice (12 CFR 1024.37(c)(1)(i)).')
})

test('what is due first comes first', () => {
  const one = (id: string, earliestChargeOn: string, refund: typeof due | null = null) => ({ id, earliestChargeOn, refund, duties: [] as Placement['duties'] }) as Placement
  assert.deepEqual(sorted([one('c', '2027-06-01'), one('b', '2027-03-01', due), one('a', '2027-04-01')]).map(({ id }) => id), ['a', 'b', 'c'])
})

test('a placement is named by what it insures', () => {
  const flood = { id: '1', name: 'Flood' }
  assert.equal(placementName({ coverageType: flood, asset: null }), 'Flood')
  assert.equal(placementName({ coverageType: flood, asset: { id: '2', displayName: '1 Elm St' } }), 'Flood at 1 Elm St')
})

test('a year of insurance ends on the same day of the next', () => {
  assert.equal(yearAfter('2027-01-31'), '2028-01-31')
  assert.equal(yearAfter('2028-02-29'), '2029-03-01')
})

test('what became of a letter is said', () => {
  const letter = { id: '1', step: 'first', means: 'post', state: 'planned', skipReason: null, printFileId: null, mailedOn: null, settledAt: null } as const
  assert.equal(letterText(letter), 'waits for a print file')
  assert.equal(letterText({ ...letter, printFileId: '2' }), 'in a print file, not mailed yet')
  assert.equal(letterText({ ...letter, state: 'sent', printFileId: '2', mailedOn: '2027-01-05T00:00:00.000Z', settledAt: '2027-01-07T00:00:00.000Z' }), 'mailed on January 5, 2027')
  assert.equal(letterText({ ...letter, means: 'email' }), 'waits for the mail server')
  assert.equal(letterText({ ...letter, means: 'email', state: 'cancelled', skipReason: 'the placement was cured' }), 'not needed any more: the placement was cured')
})

test('days are those of the zone in which the placement is counted', () => {
  const night = new Date('2027-01-05T01:30:00Z')
  assert.equal(todayOf({ timeZone: 'America/Chicago' }, night), '2027-01-04')
  assert.equal(todayOf({ timeZone: 'UTC' }, night), '2027-01-05')
})
