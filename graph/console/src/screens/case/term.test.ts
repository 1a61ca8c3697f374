import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from './facts.ts'
import { confirmedBy, draftOf, inputOf, yearAfter } from './term.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const row = (has: object) => ({
  coverageType: null, coverageTypes: null, asset: null, perils: null, kind: 'total', amount: null,
  marginPercent: null, otherValues: null, actualLossSustained: null, months: null, extendedDays: null, ...has,
})
const policy = {
  policyNumber: 'EX-1',
  endDate: '2027-06-02T00:00:00.000Z',
  deductible: usd('5000.00'),
  premium: null,
  limits: [
    row({ coverageType: 'b', kind: 'perOccurrence', amount: usd('1000000.00') }),
    row({ amount: usd('2000000.00') }),
  ],
} as unknown as Policy

test('the next term follows the last one and is a year long', () => {
  const draft = draftOf(policy, '2026-11-23')
  assert.deepEqual([draft.startDate, draft.endDate], ['2027-06-02', '2028-06-02'])
  assert.equal(draftOf({ ...policy, endDate: null }, '2026-11-23').startDate, '2026-11-23')
  assert.equal(yearAfter('2028-02-29'), '2029-03-01')
})

test('only what was changed is sent', () => {
  const draft = draftOf(policy, '2026-11-23')
  assert.deepEqual(inputOf(policy, draft), { startDate: '2027-06-02', endDate: '2028-06-02' })
  assert.deepEqual(inputOf(policy, { ...draft, startDate: '2027-06-05' }), { startDate: '2027-06-05', endDate: '2028-06-02' })
})

test('a changed limit sends all of them, with what people type made plain', () => {
  const input = inputOf(policy, { ...draftOf(policy, ''), limits: ['$1,500,000', '2,000,000'], deductible: '', premium: '12,000' })
  assert.deepEqual(input.limits, [
    { coverageType: 'b', kind: 'perOccurrence', amount: usd('1500000') },
    { kind: 'total', amount: usd('2000000') },
  ])
  assert.deepEqual([input.deductible, input.premium], [null, usd('12000')])
})

test('a changed limit keeps what else the rows say', () => {
  const margin = { coverageTypes: ['b', 'f'], asset: 'x', perils: ['w'], amount: usd('5.00'), marginPercent: '110.00', otherValues: usd('7.00') }
  const time = { coverageType: 't', kind: 'perOccurrence', actualLossSustained: true, months: 12, extendedDays: 0 }
  const has = { ...policy, limits: [row(margin), row(time)] } as unknown as Policy
  assert.deepEqual(inputOf(has, { ...draftOf(has, ''), limits: ['6', ''] }).limits, [{ ...margin, kind: 'total', amount: usd('6') }, time])
  assert.deepEqual(inputOf(has, { ...draftOf(has, ''), limits: ['5', '9'] }).limits?.[1], { ...time, amount: usd('9') })
})

test('what the term says anew is not confirmed besides', () => {
  const draft = { ...draftOf(policy, ''), confirmed: ['carrier' as const, 'limits' as const] }
  assert.deepEqual(confirmedBy(policy, draft), { confirmed: { members: ['carrier', 'limits'] }, confirms: true })
  assert.deepEqual(confirmedBy(policy, { ...draft, limits: ['1', '2'] }), { confirmed: { members: ['carrier'] }, confirms: true })
  assert.equal(confirmedBy(policy, { ...draft, confirmed: ['limits'], limits: ['1', '2'] }).confirms, false)
})
