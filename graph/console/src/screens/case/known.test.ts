import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownOn } from './known.ts'

const history = [
  { to: 'compliant', at: '2026-03-01T09:00:00.000Z' },
  { to: 'deficient', at: '2026-05-10T23:30:00.000Z' },
  { to: 'compliant', at: '2026-06-01T00:00:00.000Z' },
] as const

test('what was on record on a day is the last change of that day or before', () => {
  assert.equal(knownOn([...history], '2026-02-28'), undefined)
  assert.equal(knownOn([...history], '2026-03-01')?.to, 'compliant')
  assert.equal(knownOn([...history], '2026-05-10')?.at, history[1].at)
  assert.equal(knownOn([...history], '2026-05-31')?.to, 'deficient')
  assert.equal(knownOn([...history], '2026-06-01')?.to, 'compliant')
})
