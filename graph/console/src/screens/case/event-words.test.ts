import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Changes } from './event-words.ts'
import { describe } from './event-words.ts'

const to = (value: unknown, from: unknown = null) => ({ from, to: value })
const cancellation = { id: '1', effectiveDate: '2026-12-10T00:00:00.000Z', reason: 'nonPayment' }

const said: Record<string, [action: string, changes: Changes | null, name?: string]> = {
  'Case: put on hold': ['case.updated', { status: to('onHold', 'OPEN'), onHoldAt: to('now'), statusBeforeHold: to('OPEN') }],
  'Case: released from hold, open again': ['case.updated', { status: to('OPEN', 'onHold') }],
  'Case: closed': ['case.updated', { status: to('closed', 'OPEN'), closure: to({}) }],
  'Case: reopened, open again': ['case.updated', { status: to('OPEN', 'closed'), closure: to(null, {}) }],
  'Case: changed: loan amount, insurance contacts': [
    'case.updated',
    { loanAmount: to(1), insuranceContactIds: to([]), updatedAt: to('now') },
  ],
  'Asset A press: changed: year built': [
    'asset.updated',
    { fields: to([{ key: 'yearBuilt', value: 1990 }], []), displayName: to('A press', 'The press') },
    'A press',
  ],
  'Reasons of the verdict: limit too low': ['case.findingsChanged', { codes: to(['limit_too_low'], []) }],
  'Policy EX-1: cancelled from December 10, 2026 on': ['policy.updated', { cancellations: to({ latest: [cancellation] }) }, 'EX-1'],
  'Policy EX-1: reinstated from December 15, 2026 on': [
    'policy.updated',
    { cancellations: to({ latest: [{ ...cancellation, reinstatedOn: '2026-12-15T00:00:00.000Z' }] }, { latest: [cancellation] }) },
    'EX-1',
  ],
  'Policy EX-1: term 3 began: June 2, 2027 to June 2, 2028': [
    'policy.updated',
    {
      termNumber: to(3, 2),
      startDate: to('2027-06-02T00:00:00.000Z'),
      endDate: to('2028-06-02T00:00:00.000Z'),
      cancellations: to({ latest: [cancellation] }, { latest: [cancellation] }),
    },
    'EX-1',
  ],
  'Policy EX-1: term 2 began; taken over and not confirmed: limits, clauses': [
    'policy.updated',
    { termNumber: to(2, 1), carriedOver: to(['limits', 'mortgageeClauses'], []) },
    'EX-1',
  ],
  'Policy EX-1: confirmed as before the renewal: limits, clauses': [
    'policy.updated',
    { carriedOver: to([], ['limits', 'mortgageeClauses']), currentVersionId: to('2', '1'), updatedAt: to('now') },
    'EX-1',
  ],
  'Policy EX-1: confirmed as before the renewal: limits; not confirmed yet: clauses': [
    'policy.updated',
    { carriedOver: to(['mortgageeClauses'], ['limits', 'mortgageeClauses']) },
    'EX-1',
  ],
  'Policy EX-1: changed: limits; confirmed as before the renewal: carrier': [
    'policy.updated',
    { limits: to([]), carriedOver: to([], ['carrier', 'limits']) },
    'EX-1',
  ],
  'Task Decide an exception: opened': ['task.created', { type: to('caseApproval'), waiverId: to('1') }],
  'Policy EX-1: deactivated': ['policy.updated', { status: to('deactivated', 'active') }, 'EX-1'],
  'Policy EX-1: reactivated': ['policy.updated', { status: to('active', 'deactivated') }, 'EX-1'],
  'Exception for Building: asked for': ['waiver.created', { state: to('requested', '') }, 'for Building'],
  'Exception for Building: approved': ['waiver.updated', { state: to('approved', 'requested') }, 'for Building'],
  'Letter Reminder: written and sent to nobody': ['renewalNotice.suppressed', null, 'Reminder'],
  'Document Binder: added': ['document.created', {}, 'Binder'],
}

for (const [sentence, [action, changes, name]] of Object.entries(said)) {
  test(sentence, () => assert.equal(describe(action, changes, name), sentence))
}

test('a verdict says from what to what, and why', () => {
  const text = describe('case.verdictChanged', { verdict: to('deficient', 'compliant'), codes: to(['cancelled'], []) }, undefined)
  assert.match(text, /^Verdict from .+ to .+: .+/)
  assert.match(describe('case.verdictChanged', { verdict: to('compliant'), codes: to([]) }, undefined), /^Verdict [^:]+$/)
})
