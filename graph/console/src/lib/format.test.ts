import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, day, daysFromNow, isoDay, money } from './format.ts'

const today = new Date('2026-11-23T23:59:00Z')

test('an amount keeps every digit, and shows cents where there are any', () => {
  assert.equal(money({ amount: '1250000.00', currency: 'USD' }), '$1,250,000')
  assert.equal(money({ amount: '1250000.50', currency: 'USD' }), '$1,250,000.50')
  assert.equal(money({ amount: '90071992547409931.25', currency: 'USD' }), '$90,071,992,547,409,931.25')
  assert.equal(money({ amount: '100', currency: 'EUR' }), 'EUR 100')
})

test('a date has no time zone', () => {
  assert.equal(day('2026-06-01T00:00:00.000Z'), 'June 1, 2026')
  assert.equal(day('2026-06-01'), 'June 1, 2026')
  assert.equal(day(null), '')
})

test('days are counted in UTC', () => {
  assert.equal(isoDay(0, today), '2026-11-23')
  assert.equal(isoDay(15, today), '2026-12-08')
  assert.equal(daysFromNow('2026-11-23', today), 'today')
  assert.equal(daysFromNow('2026-11-24T00:00:00.000Z', today), 'in 1 day')
  assert.equal(daysFromNow('2026-11-20', today), '3 days ago')
})

test('a number and its noun', () => {
  assert.equal(counted(1, 'case'), '1 case')
  assert.equal(counted(10000, 'case'), '10,000 cases')
  assert.equal(counted(0, 'policy', 'policies'), '0 policies')
})
