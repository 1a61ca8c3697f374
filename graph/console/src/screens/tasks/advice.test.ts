import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOf } from './advice.ts'

test('what the program opens has words and advice', () => {
  const reasons = [
    'noRecipient',
    'endDateUnknown',
    'undeliverable',
    'lapsed',
    'forcePlacementReview',
    'evidenceSubmitted',
    'webhookDisabled',
    'mailServer',
    'nonPayment',
    'underwriting',
    'insuredRequest',
    'rewritten',
    'other',
  ]
  for (const reason of reasons) {
    const advice = adviceOf(reason)
    assert.ok(advice && advice.why !== reason && advice.next !== '', reason)
  }
})

test('what people write stands as it is', () => {
  assert.deepEqual(adviceOf('Ask Mr. Example'), { why: 'Ask Mr. Example', next: '' })
  assert.equal(adviceOf(null), null)
})

test('a placement review is about the policy that ended, or about the findings of the case', () => {
  assert.match(adviceOf('forcePlacementReview')!.why, /The cover has ended/)
  assert.match(adviceOf('forcePlacementReview', false)!.why, /has not met for long what the loan requires/)
})
