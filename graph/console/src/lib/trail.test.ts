import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberWord, messageText, placeText, valueText } from './trail.ts'

const said = (value: unknown, member = 'other') => valueText(value, member, (id) => `the record ${id}`)

test('values of the trail are said as people write them', () => {
  const amount = { amount: '9000000.00', currency: 'USD' }
  assert.equal(said(amount), '$9,000,000')
  assert.equal(said('2026-06-01T00:00:00.000Z'), 'June 1, 2026')
  assert.equal(said('2026-06-01'), 'June 1, 2026')
  assert.match(said('2026-06-15T14:05:00.000Z'), /^June 15, 2026/)
  assert.equal(said('onHold', 'status'), 'On hold')
  assert.equal(said('onHold', 'note'), 'onHold')
  assert.equal(said(['limits', 'mortgageeClauses'], 'carriedOver'), 'Limits, Clauses')
  assert.equal(said([{ kind: 'total', amount, months: null }], 'limits'), 'kind Total, amount $9,000,000')
  assert.equal(said(12000), '12,000')
  assert.equal(said([]), 'nothing')
  assert.equal(said('01900000-0000-7000-8000-000000000001'), 'the record 01900000-0000-7000-8000-000000000001')
})

test('members have the words of the trade', () => {
  assert.deepEqual(['insuredIds', 'loanAmount', 'carriedOver'].map(memberWord), ['named insureds', 'loan amount', 'not confirmed since renewal'])
})

test('messages of the server name members in words', () => {
  assert.equal(messageText('`startDate` must be before `endDate`.'), 'Start date must be before end date.')
  assert.equal(messageText('`insureds[2]` must be an insured of the portfolio.'), 'Insureds 3 must be an insured of the portfolio.')
  assert.equal(messageText('The case is closed.'), 'The case is closed.')
  assert.equal(messageText('`{{.Loan}}` is unknown.'), '{{.Loan}} is unknown.')
  assert.equal(placeText('/variables/input/limits/0/amount'), 'limits 1 amount')
})
