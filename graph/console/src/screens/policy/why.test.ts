import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockReason, canSendAgain, noticeReason } from './why.ts'

test('each block has words and what to do', () => {
  for (const block of ['policyOnHold', 'policyDeactivated', 'evidenceInReview', 'endDateUnknown', 'allStepsDone']) {
    assert.ok(blockReason(block).next, block)
    assert.ok(!blockReason(block).what.includes(block), block)
  }
  assert.match(blockReason('somethingNew').what, /somethingNew/)
})

test('a suppressed notice says why nobody has it', () => {
  assert.match(noticeReason({ state: 'suppressed', skipReason: 'testPortfolio' }, true).what, /test portfolio/)
  assert.match(noticeReason({ state: 'suppressed', skipReason: 'mailOff' }, true).what, /told to send no mail/)
})

test('what the mail server said is told word for word', () => {
  assert.match(noticeReason({ state: 'failed', skipReason: '550 no such user' }, true).what, /550 no such user/)
  assert.match(noticeReason({ state: 'planned', skipReason: '451 later' }, true).what, /451 later/)
})

test('a planned notice is to come, waits, or goes out in a moment', () => {
  assert.equal(noticeReason({ state: 'planned' }, false).what, 'To come.')
  assert.match(noticeReason({ state: 'planned', blockedBy: 'mailServer' }, true).what, /cannot be reached/)
  assert.match(noticeReason({ state: 'planned' }, true).what, /within the next minutes/)
})

test('only what was not sent, and is still wanted, is sent again', () => {
  const states = ['planned', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed']
  assert.deepEqual(states.filter(canSendAgain), ['suppressed', 'skipped', 'failed'])
})
