import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Version } from './difference.ts'
import { limitsOf, perilsOf, saidBy } from './says.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })

const version: Version = {
  displayName: 'Building',
  coverageLayer: 'primary',
  coverageFormType: 'Special',
  coverageTypes: [{ id: 'b', name: 'Building' }, { id: 'f', name: 'Flood' }],
  perils: [{ id: '1', name: 'Fire', applied: true }, { id: '2', name: 'Wind', applied: false }],
  perilsByAsset: ['x', 'y', 'z'].map((assetId) => ({ assetId, perils: [{ id: '1', applied: true }, { id: '2', applied: assetId === 'z' }] })),
  startDate: null,
  endDate: null,
  policyNumber: 'EX-1',
  carrier: { name: 'Example Mutual', naicCode: '12345', amBestRating: 'A-' },
  insureds: [{ displayName: 'One LLC' }, { displayName: 'Two LLC' }],
  mortgageeClauses: [{ clauseType: 'mortgagee', certificateHolder: { name: 'Example Bank' } }],
  limits: [
    { coverageType: 'b', kind: 'total', amount: usd('100.00') },
    { coverageType: null, kind: 'aggregate', amount: usd('5.00') },
  ],
  deductible: usd('1.00'),
  premium: null,
}

test('a policy with one version says everything that is recorded of it', () => {
  assert.deepEqual(Object.fromEntries(saidBy(version).map(({ name, texts }) => [name, texts])), {
    'Policy number': ['EX-1'],
    Term: [],
    Carrier: ['Example Mutual (NAIC 12345)'],
    'A.M. Best rating': ['A-'],
    Layer: ['Primary'],
    Coverage: ['Building', 'Flood'],
    Form: ['Special'],
    Deductible: ['$1'],
    Premium: [],
    'Named insureds': ['One LLC', 'Two LLC'],
    Clauses: ['Mortgagee: Example Bank'],
  })
})

test('each limit has its label', () => {
  assert.deepEqual(
    limitsOf(version).map(({ coverage, kind, amount }) => `${coverage}, ${kind}: ${amount?.amount}`),
    ['Building, Total: 100.00', 'The whole policy, Aggregate: 5.00'],
  )
})

test('assets of which the policy says the same share a line', () => {
  assert.deepEqual(perilsOf(version), [
    { assets: ['x', 'y'], evidenced: ['Fire'], missing: ['Wind'] },
    { assets: ['z'], evidenced: ['Fire', 'Wind'], missing: [] },
  ])
  assert.deepEqual(perilsOf({ ...version, perilsByAsset: [] }), [{ assets: [], evidenced: ['Fire'], missing: ['Wind'] }])
})
