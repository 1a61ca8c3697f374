import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backOf, membersOf, undoOf } from './undo.ts'

const event = (action: string, changes: unknown, id = '1') => ({ id, action, changes })

test('the members of a change go back', () => {
  const changed = event('case.updated', {
    loanAmount: { from: { amount: '1.00', currency: 'USD' }, to: null },
    maturityDate: { from: '2030-01-01T00:00:00.000Z', to: '2031-01-01T00:00:00.000Z' },
    insuredIds: { to: ['a'] },
    updatedAt: { from: 'x', to: 'y' },
  })
  assert.deepEqual(undoOf(changed), { loanAmount: { amount: '1.00', currency: 'USD' }, maturityDate: '2030-01-01', insureds: [] })
  assert.equal(membersOf(changed.changes).length, 3)
})

test('each noun has its members', () => {
  const address = { street1: '1 Mill St', street2: null }
  const fields = { from: [{ key: 'address', value: address }, { key: 'stories', value: 2 }], to: [{ key: 'stories', value: 2 }, { key: 'yearBuilt', value: 1990 }] }
  assert.deepEqual(undoOf(event('asset.updated', { fields, documentIds: { from: ['d'], to: [] }, displayName: { from: 'a', to: 'b' } })), {
    documents: ['d'],
    fields: [
      { fieldType: 'address', value: address },
      { fieldType: 'yearBuilt', value: null },
    ],
  })
  assert.deepEqual(undoOf(event('task.updated', { assigneeId: { from: 'u', to: null }, dueAt: { from: null, to: 'x' }, reason: { from: 'Ask', to: 'x' } })), {
    assignee: 'u',
    dueAt: null,
    reason: 'Ask',
  })
  assert.deepEqual(undoOf(event('insured.updated', { name: { from: null, to: 'x' }, displayName: { from: 'a', to: 'x' }, corporateName: { from: 'a', to: 'b' } })), {
    displayName: null,
    corporateName: 'a',
  })
  assert.deepEqual(undoOf(event('insured.updated', { type: { from: 'corporate', to: 'individual' }, typeGiven: { from: false, to: true } })), { type: null })
  assert.deepEqual(undoOf(event('broker.updated', { email: { from: 'a@b.c', to: null }, brokerageId: { from: 'b', to: null } })), { email: 'a@b.c', brokerage: 'b' })
})

test('members of a policy that depend on each other go back together', () => {
  const amount = { amount: '5000.00', currency: 'USD' }
  const back = (changes: unknown) => undoOf(event('policy.updated', changes))
  assert.deepEqual(back({ deductible: { from: amount, to: null }, deductibles: { from: [{ amount, perils: null }], to: [] } }), { deductibles: [{ amount }] })
  assert.deepEqual(back({ deductible: { from: amount, to: null }, deductibles: { from: null, to: [] } }), { deductible: amount, deductibles: null })
  assert.deepEqual(back({ insureds: { from: null, to: ['a'] }, noInsureds: { from: true, to: false } }), { insureds: [] })
  assert.deepEqual(back({ perils: { from: ['f'], to: [] }, perilsByAsset: { from: [{ asset: 'a', perils: ['f'] }], to: [] } }), {
    perils: ['f'],
    perilsByAsset: [{ asset: 'a', perils: ['f'] }],
  })
  assert.equal(back({ perils: { from: ['f'], to: [] } }), undefined)
})

test('what cannot go back by a change is not offered', () => {
  assert.equal(undoOf(event('case.updated', { status: { from: 'onHold', to: 'OPEN' }, statusBeforeHold: { from: 'OPEN', to: null } })), undefined)
  assert.equal(undoOf(event('case.updated', { status: { from: 'DRAFT', to: 'OPEN' } })), undefined, 'a case never becomes a draft again')
  assert.equal(undoOf(event('case.created', { loanNumber: { to: 'L' } })), undefined)
  assert.equal(undoOf(event('task.updated', { state: { from: 'open', to: 'paused' } })), undefined)
  assert.equal(undoOf(event('policy.updated', { termNumber: { from: 1, to: 2 }, policyNumber: { from: 'a', to: 'b' } })), undefined)
})

test('a change goes back unless somebody changed one of its members since', () => {
  const verdict = event('case.verdictChanged', { verdict: { from: 'deficient', to: 'compliant' } }, '4')
  const loan = event('case.updated', { loanNumber: { from: 'A', to: 'B' }, maturityDate: { from: null, to: '2030-01-01' } }, '1')
  const amount = event('case.updated', { loanAmount: { from: null, to: { amount: '1', currency: 'USD' } } }, '2')
  const matures = event('case.updated', { maturityDate: { from: '2030-01-01', to: '2031-01-01' } }, '3')
  assert.equal(backOf([verdict, amount, loan])?.event.id, '2')
  assert.deepEqual(backOf([verdict, amount, loan], ['loanNumber'])?.input, { loanNumber: 'A', maturityDate: null })
  assert.equal(backOf([matures, amount, loan], ['loanNumber']), undefined)
  assert.equal(backOf([matures, amount, loan], ['maturityDate'])?.event.id, '3')
  assert.equal(backOf([event('case.created', { loanNumber: { to: 'L' } })]), undefined)
})
