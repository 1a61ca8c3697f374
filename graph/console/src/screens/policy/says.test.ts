import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Version } from './difference.ts'
import { carriedOf, limitsOf, perilsOf, saidBy } from './says.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })

const row = {
  coverageType: null,
  kind: 'total' as const,
  amount: null,
  coverageTypes: null,
  asset: null,
  perils: null,
  marginPercent: null,
  otherValues: null,
  actualLossSustained: null,
  months: null,
  extendedDays: null,
}

const version: Version = {
  displayName: 'Building',
  coverageLayer: 'primary',
  coverageFormType: 'Special',
  carriedOver: [],
  coverageTypes: [{ id: 'b', name: 'Building' }, { id: 'f', name: 'Flood' }],
  perils: [{ id: '1', name: 'Fire', applied: true }, { id: '2', name: 'Wind', applied: false }],
  perilsByAsset: ['x', 'y', 'z'].map((assetId) => ({ assetId, perils: [{ id: '1', applied: true }, { id: '2', applied: assetId === 'z' }] })),
  startDate: null,
  endDate: null,
  policyNumber: 'EX-1',
  carrier: { name: 'Example Mutual', naicCode: '12345', amBestRating: 'A-', ratings: [{ agency: 'AM_BEST', rating: 'A-', size: null }, { agency: 'DEMOTECH', rating: 'A', size: null }] },
  insureds: [{ displayName: 'One LLC' }, { displayName: 'Two LLC' }],
  mortgageeClauses: [{ clauseType: 'mortgagee', certificateHolder: { name: 'Example Bank' } }],
  limits: [
    { ...row, coverageType: 'b', kind: 'total', amount: usd('100.00') },
    { ...row, kind: 'aggregate', amount: usd('5.00') },
    { ...row, coverageTypes: ['b', 'f'], asset: 'x', perils: ['2'], actualLossSustained: true, months: 12, extendedDays: 0 },
  ],
  deductibles: [
    { perils: null, amount: usd('1.00'), percent: null, of: null, minimum: null, hours: null },
    { perils: ['2'], amount: null, percent: '5.00', of: 'INSURED_VALUE', minimum: usd('9.00'), hours: null },
  ],
  valuation: 'replacementCost',
  coinsurancePercent: '0.00',
  noticeDays: { cancellation: 30, nonPayment: null },
  claimsMade: null,
  attachment: null,
  endorsements: [],
  exclusions: null,
  placement: 'voluntary',
  premium: null,
}

test('a policy with one version says everything that is recorded of it', () => {
  assert.deepEqual(Object.fromEntries(saidBy(version).map(({ name, texts }) => [name, texts])), {
    'Policy number': ['EX-1'],
    Term: [],
    Carrier: ['Example Mutual (NAIC 12345)'],
    'A.M. Best rating': ['A-'],
    'Other ratings': ['Demotech A'],
    Layer: ['Primary'],
    Coverage: ['Building', 'Flood'],
    Form: ['Special'],
    Deductible: ['$1', 'Wind: 5% of the insured value, at least $9'],
    Valuation: ['Replacement cost'],
    Coinsurance: ['none'],
    'Days of notice': ['30 days of cancellation'],
    'Liability form': [],
    Attachment: [],
    Endorsements: ['none'],
    Exclusions: [],
    Placed: ['By the borrower'],
    Premium: [],
    'Named insureds': ['One LLC', 'Two LLC'],
    Clauses: ['Mortgagee: Example Bank'],
  })
})

const asset = (id: string) => `asset ${id}`

test('each limit has its label', () => {
  assert.deepEqual(
    limitsOf(version, asset).map(({ coverage, kind, amount, terms }) => `${coverage}, ${kind}: ${amount?.amount ?? terms.join(', ')}`),
    [
      'Building, Total: 100.00',
      'The whole policy, Aggregate: 5.00',
      'Building and Flood together, at asset x, for Wind, Total: actual loss sustained, 12 months, 0 days after the repair',
    ],
  )
})

test('assets of which the policy says the same share a line', () => {
  assert.deepEqual(perilsOf(version), [
    { assets: ['x', 'y'], evidenced: ['Fire'], missing: ['Wind'] },
    { assets: ['z'], evidenced: ['Fire', 'Wind'], missing: [] },
  ])
  assert.deepEqual(perilsOf({ ...version, perilsByAsset: [] }), [{ assets: [], evidenced: ['Fire'], missing: ['Wind'] }])
})

test('each member that a new term takes over has its value, or none', () => {
  const carried = Object.fromEntries(carriedOf(version, asset).map(({ member, texts }) => [member, texts]))
  assert.equal(Object.keys(carried).length, 12)
  assert.deepEqual(carried['carrier'], ['Example Mutual (NAIC 12345)', 'A-', 'Demotech A'])
  assert.deepEqual(carried['perils'], ['Fire at asset x, asset y', 'Fire, Wind at asset z'])
  assert.deepEqual(carried['limits']?.slice(0, 2), ['Building, total: $100', 'The whole policy, aggregate: $5'])
  assert.deepEqual([carried['endorsements'], carried['exclusions']], [['none'], []])
})
