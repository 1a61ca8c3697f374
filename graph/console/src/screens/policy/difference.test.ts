import assert from 'node:assert/strict'
import { test } from 'node:test'
import { difference, type Version } from './difference.ts'

const words = {
  money: (m: { amount: string }) => `$${m.amount}`,
  day: (d: string) => d.slice(0, 10),
  layer: (k: string) => k,
  clause: (k: string) => k,
  form: (k: string) => k,
  asset: (id: string) => `asset ${id}`,
}
const limit = (amount: string) => ({
  coverageType: 'b',
  kind: 'perOccurrence' as const,
  amount: { amount, currency: 'USD' },
  coverageTypes: null,
  asset: null,
  perils: null,
  marginPercent: null,
  otherValues: null,
  actualLossSustained: null,
  months: null,
  extendedDays: null,
})

const before: Version = {
  displayName: 'Building',
  coverageLayer: 'primary',
  coverageFormType: null,
  coverageTypes: [{ id: 'b', name: 'Building' }],
  perils: [
    { id: 'f', name: 'Fire', applied: true },
    { id: 'w', name: 'Wind', applied: false },
  ],
  perilsByAsset: [
    { assetId: '1', perils: [{ id: 'w', applied: true }] },
    { assetId: '2', perils: [{ id: 'f', applied: true }] },
  ],
  startDate: '2025-05-21T00:00:00.000Z',
  endDate: '2026-05-21T00:00:00.000Z',
  policyNumber: 'EX-1',
  carrier: { name: 'Example Mutual', naicCode: '12345', amBestRating: null, ratings: null },
  insureds: [{ displayName: 'One LLC' }],
  mortgageeClauses: [{ clauseType: 'mortgagee', certificateHolder: { name: 'Bank' } }],
  limits: [limit('100.00'), { ...limit('5.00'), kind: 'aggregate' }],
  deductibles: [{ perils: null, amount: { amount: '1.00', currency: 'USD' }, percent: null, of: null, minimum: null, hours: null }],
  valuation: null,
  coinsurancePercent: null,
  noticeDays: null,
  claimsMade: null,
  attachment: null,
  endorsements: null,
  exclusions: null,
  placement: 'voluntary',
  carriedOver: [],
  premium: null,
}

test('a version is the same as itself', () => {
  const lines = difference(before, before, words)
  assert.deepEqual(
    lines.filter((l) => l.differs),
    [],
  )
  assert.deepEqual(
    lines.map((l) => l.label),
    [
      'Name',
      'Starts',
      'Ends',
      'Policy number',
      'Carrier',
      'Layer',
      'Coverage types',
      'Limits',
      'Deductible',
      'Placed',
      'Perils evidenced',
      'Named insureds',
      'Mortgagee clauses',
      'Perils evidenced for asset 1',
    ],
  )
})

test('a confirmation is what two versions differ in', () => {
  const lines = difference({ ...before, carriedOver: ['carrier', 'limits'] }, { ...before, carriedOver: ['limits'] }, words).filter((l) => l.differs)
  assert.deepEqual(lines, [
    {
      label: 'Not confirmed since renewal',
      differs: true,
      before: [
        { text: 'Carrier', only: true },
        { text: 'Limits', only: false },
      ],
      after: [{ text: 'Limits', only: false }],
    },
  ])
})

test('what differs is marked, entry by entry', () => {
  const after: Version = {
    ...before,
    limits: [limit('200.00'), { ...limit('5.00'), kind: 'aggregate' }],
    deductibles: null,
    perils: [
      { id: 'f', name: 'Fire', applied: true },
      { id: 'w', name: 'Wind', applied: true },
    ],
  }
  const lines = difference(before, after, words).filter((l) => l.differs)
  assert.deepEqual(lines, [
    {
      label: 'Limits',
      differs: true,
      before: [
        { text: 'Building, each occurrence: $100', only: true },
        { text: 'Building, aggregate: $5', only: false },
      ],
      after: [
        { text: 'Building, each occurrence: $200', only: true },
        { text: 'Building, aggregate: $5', only: false },
      ],
    },
    { label: 'Deductible', differs: true, before: [{ text: '$1', only: true }], after: [] },
    {
      label: 'Perils evidenced',
      differs: true,
      before: [{ text: 'Fire', only: false }],
      after: [
        { text: 'Fire', only: false },
        { text: 'Wind', only: true },
      ],
    },
  ])
})
