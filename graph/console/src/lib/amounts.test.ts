import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dollars, sums } from './amounts.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })

test('sums lose no cent', () => {
  assert.deepEqual(sums([usd('90071992547409930.10'), usd('0.2'), usd('1')]), [usd('90071992547409931.30')])
  assert.deepEqual(sums([usd('0.05'), usd('0.05')]), [usd('0.10')])
  assert.deepEqual(sums([usd('-0.05'), usd('0.02')]), [usd('-0.03')])
})

test('each currency has a sum of its own, dollars first', () => {
  const amounts = [{ amount: '5', currency: 'EUR' }, usd('2'), { amount: '7', currency: 'CAD' }, { amount: '1', currency: 'EUR' }]
  assert.deepEqual(sums(amounts), [usd('2'), { amount: '7', currency: 'CAD' }, { amount: '6', currency: 'EUR' }])
  assert.deepEqual(sums([]), [])
})

test('only dollars are compared', () => {
  assert.equal(dollars([{ amount: '5', currency: 'EUR' }, usd('2.50')]), 2.5)
  assert.equal(dollars([]), 0)
})
