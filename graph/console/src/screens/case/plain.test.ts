import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from './plain.ts'

test('amounts and dates are written as on the rest of the page, all else as it comes', () => {
  const said = ['500000.00 USD', '0.50 CAD', '2026-12-20', 'A-', 'Special', null].map(plain)
  assert.deepEqual(said, ['$500,000', 'CAD 0.50', 'December 20, 2026', 'A-', 'Special', '–'])
})
