import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterOf } from './after.ts'
import { acceptInput, rowsOf, willDo, type Evidence } from './evidence.ts'

const dollars = (amount: string) => ({ amount, currency: 'USD' })
const limit = (amount: string) => ({
  coverageType: 'b', coverageTypes: null, asset: null, perils: null, kind: 'perOccurrence' as const, amount: dollars(amount),
  marginPercent: null, otherValues: null, actualLossSustained: null, months: null, extendedDays: null,
})
const nothing = {
  startDate: null, endDate: null, policyNumber: null, limits: [], carrier: null, coverageFormType: null, deductibles: null, statedValues: null,
  valuation: null, coinsurancePercent: null, noticeDays: null, claimsMade: null, attachment: null, endorsementIds: null, exclusionIds: null,
}

const evidence: Evidence = {
  id: 'e1',
  proposed: { ...nothing, endDate: '2027-05-29T00:00:00.000Z', policyNumber: 'EX-1', note: null, limits: [limit('200.00')] },
  current: {
    ...nothing, startDate: '2025-05-29T00:00:00.000Z', endDate: '2026-05-29T00:00:00.000Z', policyNumber: 'EX-1', limits: [limit('100.00')],
  },
  files: [
    { id: 'f1', fileName: 'a.pdf', state: 'proposed', categoryId: 'c1' },
    { id: 'f2', fileName: 'b.pdf', state: 'proposed', categoryId: 'c1' },
  ],
  policy: { coverageTypes: [{ id: 'b', name: 'Building' }] },
  case: { assets: [{ id: 'a1', displayName: '1 Main Street' }] },
}
const catalogs = {
  perils: [{ id: 'w', name: 'Windstorm or Hail' }], endorsements: [{ id: 'n', name: 'Follow Form' }], exclusions: [{ id: 'x', name: 'Habitability' }],
}
const rows = rowsOf(evidence, catalogs)
const all = { members: rows.map((r) => r.member), files: ['f1', 'f2'], categories: {}, reason: '' }

test('only what was typed has a row, with the value of today beside it', () => {
  assert.deepEqual(rows, [
    { member: 'endDate', label: 'Ends', proposed: ['May 29, 2027'], current: ['May 29, 2026'], same: false },
    { member: 'policyNumber', label: 'Policy number', proposed: ['EX-1'], current: ['EX-1'], same: true },
    {
      member: 'limits',
      label: 'Limits',
      proposed: ['Building, each occurrence: $200'],
      current: ['Building, each occurrence: $100'],
      same: false,
    },
  ])
})

test('every member that can be proposed has a row', () => {
  const proposed: Evidence['proposed'] = {
    startDate: '2026-05-29T00:00:00.000Z', endDate: '2027-05-29T00:00:00.000Z', policyNumber: 'EX-2', limits: [limit('1.00')], note: null,
    carrier: { name: 'Example Mutual', naicCode: null, amBestRating: 'A VIII', ratings: null }, coverageFormType: 'Special',
    deductibles: [{ perils: ['w'], amount: null, percent: '5.00', of: 'INSURED_VALUE', minimum: dollars('250000.00'), hours: null }],
    statedValues: [{ asset: 'a1', amount: dollars('9000000.00') }], valuation: 'replacementCost', coinsurancePercent: '0.00',
    noticeDays: { cancellation: 30, nonPayment: null }, claimsMade: false, attachment: dollars('1000000.00'), endorsementIds: ['n'], exclusionIds: [],
  }
  const texts = rowsOf({ ...evidence, proposed, current: { ...nothing } }, catalogs).map((r) => `${r.label}: ${r.proposed.join()}`)
  assert.deepEqual(texts, [
    'Starts: May 29, 2026', 'Ends: May 29, 2027', 'Policy number: EX-2', 'Limits: Building, each occurrence: $1',
    'Carrier: Example Mutual (A.M. Best A VIII)', 'Form: Special',
    'Deductible: Windstorm or Hail: 5% of the insured value, at least $250,000', 'Statement of values: 1 Main Street: $9,000,000',
    'Valuation: Replacement cost', 'Coinsurance: none', 'Days of notice: 30 days of cancellation', 'Liability form: occurrence',
    'Attachment: $1,000,000', 'Endorsements: Follow Form', 'Exclusions: none',
  ])
})

test('what is chosen is accepted, and nothing else', () => {
  assert.deepEqual(acceptInput(all), { members: ['endDate', 'policyNumber', 'limits'], files: [{ id: 'f1' }, { id: 'f2' }] })
  assert.deepEqual(acceptInput({ members: [], files: ['f2'], categories: { f2: 'c9' }, reason: ' The form is missing. ' }), {
    members: [],
    files: [{ id: 'f2', categoryId: 'c9' }],
    reason: 'The form is missing.',
  })
})

test('what is mended, new and left is told by its sentences, without what is waived or not counted', () => {
  const of = (...findings: [string, 'fail' | 'unknown' | 'waived', boolean?][]) => [
    { findings: [], targets: [{ findings: findings.map(([message, outcome, counted = true]) => ({ message, outcome, counted })) }] },
  ]
  assert.deepEqual(afterOf(of(['a', 'fail'], ['b', 'unknown'], ['w', 'waived'], ['u', 'fail', false]), of(['b', 'fail'], ['c', 'fail'])), {
    mended: ['a'],
    added: ['c'],
    left: ['b'],
  })
})

test('a later end begins the next term, when the one before ends', () => {
  assert.deepEqual(willDo(evidence, all), [
    'The next term begins: from May 29, 2026 to May 29, 2027. Notices of the term before are cancelled.',
    '2 files become documents of the case.',
  ])
})

test('without a later end the term is corrected; without values nothing happens to the policy', () => {
  assert.equal(willDo(evidence, { ...all, members: ['limits'] })[0], 'The current term is corrected.')
  assert.deepEqual(willDo(evidence, { ...all, members: [], files: [] }), [
    'The policy stays as it is.',
    'No file becomes a document.',
    'The sender is not told why the rest was not accepted: give a reason.',
  ])
})
