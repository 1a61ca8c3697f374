import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyTyped, pointed, truthTyped, truthWritten } from './typed.ts'

test('amounts are taken as people write them', () => {
  assert.deepEqual(moneyTyped('$1,000.50'), { amount: '1000.50', currency: 'USD' })
  assert.equal(moneyTyped(' '), undefined)
})

test('what is not known is null, and a choice of its own', () => {
  for (const value of [null, true, false]) assert.equal(truthTyped(truthWritten(value)), value)
  assert.equal(truthWritten(undefined), '')
})

test('a refusal is found at its field or below it, whichever part of the server it comes from', () => {
  const at = pointed([
    { pointer: '/variables/input/case/loanAmount/amount', message: 'a' },
    { pointer: '/assets/1/fields/0', message: 'b' },
  ])
  assert.equal(at('/case/loanAmount'), 'a')
  assert.equal(at('/assets/10'), undefined)
  assert.deepEqual([...at.shown], ['a'])
})

test('all that is wrong with a field stands at it', () => {
  const at = pointed([
    { pointer: '/url', message: 'a.' },
    { pointer: '/url', message: 'b.' },
    { pointer: '/url', message: 'a.' },
  ])
  assert.equal(at('/url'), 'a. b.')
  assert.deepEqual([...at.shown], ['a.', 'b.'])
})
