import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed } from './changes.ts'

test('changes are said member by member', () => {
  assert.deepEqual(
    changed({ status: { from: 'OPEN', to: 'onHold' }, onHoldAt: { from: null, to: '2026-11-14' }, tags: { from: ['a'], to: null }, reason: 'late' }),
    [
      { member: 'status', from: 'OPEN', to: 'onHold' },
      { member: 'onHoldAt', to: '2026-11-14' },
      { member: 'tags', from: '["a"]', to: 'nothing' },
      { member: 'reason', to: 'late' },
    ],
  )
})

test('an event without changes has none', () => {
  for (const none of [null, undefined, [], 'text', 7]) assert.deepEqual(changed(none), [])
})
