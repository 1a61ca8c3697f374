import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order, parts, some } from './found.ts'

test('a search says in which order it is, and whether it is all', () => {
  assert.equal(order(10000, '', false), '')
  assert.equal(order(12, 'elm', true), 'found, best match first')
  assert.equal(order(1234, 'elm', false), 'with “elm” in them')
  assert.match(order(200, 'elm', true), /^are the best matches\. There may be more/)
})

test('what was searched is marked in any case', () => {
  assert.deepEqual(parts('12 Elm Street', 'elm'), ['12 ', 'Elm', ' Street'])
  assert.deepEqual(parts('12 Elm Street', 'oak'), ['12 Elm Street', '', ''])
  assert.deepEqual(parts('12 Elm Street', ''), ['12 Elm Street', '', ''])
})

test('many names become some', () => {
  assert.equal(some([]), '')
  assert.equal(some(['A', 'B', 'C']), 'A, B, C')
  assert.equal(some(['A', 'B', 'C', 'D']), 'A, B and 2 more')
})
