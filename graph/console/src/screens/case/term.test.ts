import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from './facts.ts'
import { draftOf, inputOf, yearAfter } from './term.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const policy = {
  policyNumber: 'EX-1',
  endDate: '2027-06-02T00:00:00.000Z',
  deductible: usd('5000.00'),
  premium: null,
  limits: [
    { coverageType: 'b', kind: 'perOccurrence', amount: usd('1000000.00') },
    { coverageType: null, kind: 'total', amount: usd('2000000.00') },
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
