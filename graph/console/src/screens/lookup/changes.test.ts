import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed } from './changes.ts'

test('changes are said member by member', () => {
  assert.deepEqual(
    changed({
      status: { from: 'OPEN', to: 'onHold' },
      onHoldAt: { from: null, to: '2026-11-14' },
      tags: { from: ['a', 'b'], to: [] },
      limits: { from: null, to: [{ kind: 'total' }] },
      reason: 'late',
    }),
    [
      { member: 'status', from: 'Open', to: 'On hold' },
      { member: 'onHoldAt', to: 'November 14, 2026' },
      { member: 'tags', from: 'a, b', to: 'nothing' },
      { member: 'limits', to: 'kind Total' },
      { member: 'reason', to: 'late' },
    ],
  )
})

test('an event without changes has none', () => {
  for (const none of [null, undefined, [], 'text', 7]) assert.deepEqual(changed(none), [])
})
