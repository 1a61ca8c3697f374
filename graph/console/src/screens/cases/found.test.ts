import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, parts, some } from './found.ts'

test('a list says how many cases it has, and whether it is all', () => {
  assert.equal(found(1, '', false), '1 case')
  assert.equal(found(10000, '', false), '10,000 cases')
  assert.equal(found(12, 'elm', true), '12 cases found, the likeliest first')
  assert.equal(found(1234, 'elm', false), '1,234 cases with “elm”')
  assert.match(found(200, 'elm', true), /^The 200 likeliest cases\. There may be more/)
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
