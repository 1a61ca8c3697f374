import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestOf, membersOf, undoOf } from './undo.ts'

const event = (action: string, changes: unknown) => ({ id: '1', action, changes })

test('the members of the last change go back', () => {
  const changed = event('case.updated', {
    loanAmount: { from: { amount: '1.00', currency: 'USD' }, to: null },
    maturityDate: { from: '2030-01-01T00:00:00.000Z', to: '2031-01-01T00:00:00.000Z' },
    insuredIds: { to: ['a'] },
    updatedAt: { from: 'x', to: 'y' },
  })
  assert.deepEqual(undoOf(changed), { loanAmount: { amount: '1.00', currency: 'USD' }, maturityDate: '2030-01-01', insureds: [] })
  assert.equal(membersOf(changed.changes).length, 3)
})

test('what cannot go back by a change is not offered', () => {
  assert.equal(undoOf(event('case.updated', { status: { from: 'OPEN', to: 'onHold' } })), undefined)
  assert.equal(undoOf(event('case.created', { loanNumber: { to: 'L' } })), undefined)
  assert.equal(undoOf(event('policy.updated', { termNumber: { from: 1, to: 2 }, policyNumber: { from: 'a', to: 'b' } })), undefined)
  assert.equal(latestOf([event('case.verdictChanged', {}), event('case.updated', {})])?.action, 'case.updated')
})
