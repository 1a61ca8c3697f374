import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, sortOf, type Address } from './notice-filter.ts'

function at(query: string): Address {
  const parameters = new URLSearchParams(query)
  const param = (name: string) => parameters.get(name) ?? ''
  return { param, list: (name) => param(name).split(',').filter(Boolean) }
}

test('first comes what nobody has', () => {
  assert.deepEqual(filterOf(at('')), { state: ['failed', 'suppressed', 'skipped'] })
  assert.equal(sortOf(at('')), 'dueAtDesc')
})

test('the address chooses states, steps and days', () => {
  assert.deepEqual(filterOf(at('state=failed&step=final,lapsed,nonsense&due[lt]=2026-06-01')), {
    state: ['failed'],
    step: ['final', 'lapsed'],
    dueAt: { lt: '2026-06-01' },
  })
})

test('what is planned comes in the order in which it will go out', () => {
  assert.equal(sortOf(at('state=planned')), 'dueAt')
  assert.equal(sortOf(at('state=planned,sent')), 'dueAtDesc')
})
