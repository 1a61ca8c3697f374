import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ending, filter, lapsed, within } from './filter.ts'

const address = (text: string) => new URLSearchParams(text)
const today = new Date('2026-11-23T15:00:00Z')

test('an address becomes a filter', () => {
  assert.deepEqual(filter(address('')), {})
  assert.deepEqual(filter(address('endDate[gte]=&status=,')), {})
  assert.deepEqual(filter(address('endDate[gte]=2026-11-23&endDate[lt]=2026-12-23&status=active,onHold')), {
    endDate: { gte: '2026-11-23', lt: '2026-12-23' },
    status: ['active', 'onHold'],
  })
  assert.deepEqual(filter(address('endDate[lt]=2026-11-23')), { endDate: { lt: '2026-11-23' } })
  assert.deepEqual(filter(address('endDate[gte]=soon&status=asleep')), { endDate: { gte: 'soon' }, status: ['asleep'] })
})

test('the end dates are said in words', () => {
  const said = (parameters: Record<string, string | null>) =>
    ending(new URLSearchParams(Object.entries(parameters).filter((each): each is [string, string] => each[1] !== null)), today)
  assert.equal(said({}), '')
  assert.equal(said(within(30, today)), 'that end in the next 30 days')
  assert.equal(said(lapsed(today)), 'that have ended')
  assert.equal(said({ 'endDate[gte]': '2026-11-23' }), 'that end from today on')
  assert.equal(said({ 'endDate[gte]': '2026-12-01' }), 'that end on December 1, 2026 or later')
  assert.equal(said({ 'endDate[lt]': '2026-12-01' }), 'that end before December 1, 2026')
  assert.equal(said({ 'endDate[gte]': '2026-12-01', 'endDate[lt]': '2026-12-08' }), 'that end from December 1, 2026 on, before December 8, 2026')
})
