import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waivable, whyNotApprove } from './waiver.ts'

test('all reasons of no cover are one', () => {
  assert.deepEqual(waivable(['expired', 'rating_too_low', 'primary_missing', 'rating_too_low']), ['no_policy', 'rating_too_low'])
})

test('who asked for a waiver cannot approve it', () => {
  assert.match(whyNotApprove({ state: 'requested', requestedBy: 'me' }, 'me') ?? '', /Somebody else/)
  assert.equal(whyNotApprove({ state: 'requested', requestedBy: 'other' }, 'me'), undefined)
  assert.equal(whyNotApprove({ state: 'approved', requestedBy: 'me' }, 'me'), undefined)
})
