import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, deductibleTyped, deductiblesOf, emptyPolicy, inputOf, newRow, perilsOf, type Coverage, type Known, type PolicyDraft } from './policy-draft.ts'

const fire = { id: 'fire', key: 'fire', name: 'Fire' }
const flood = { id: 'flood', key: 'flood', name: 'Flood' }
const coverages: Coverage[] = [
  { id: 'building', key: 'building', name: 'Building', coverageGroup: 'property', perils: [fire] },
  { id: 'water', key: 'flood', name: 'Flood', coverageGroup: 'catastrophe', perils: [flood] },
  { id: 'income', key: 'businessIncome', name: 'Business income', coverageGroup: 'timeElement', perils: [fire] },
]
const known: Known = { coverages, assets: [{ id: 'A' }, { id: 'B' }], isFramework: true }
const draft = (more: Partial<PolicyDraft>): PolicyDraft => ({ ...emptyPolicy, ...more })

test('lines that stay empty are not on the policy', () => {
  const typed = draft({ rows: [{ ...newRow('building'), amount: '$1,000,000' }, newRow('water'), { ...newRow('income'), months: '12', actualLoss: true }] })
  const input = inputOf(typed, known)
  assert.deepEqual(input.coverageTypes, ['building', 'income'])
  assert.deepEqual(input.limits, [
    { coverageType: 'building', kind: 'perOccurrence', amount: { amount: '1000000', currency: 'USD' } },
    { coverageType: 'income', kind: 'perOccurrence', months: 12, actualLossSustained: true },
  ])
})

test('perils are told asset by asset only where they differ', () => {
  const rows = [{ ...newRow('building'), amount: '1' }, { ...newRow('water'), amount: '1' }]
  assert.deepEqual(perilsOf(draft({ rows, perils: ['fire@A', 'fire@B', 'other@A'] }), known), { perils: ['fire'] })
  assert.deepEqual(perilsOf(draft({ rows, perils: ['fire@A', 'fire@B', 'flood@B'] }), known), {
    perilsByAsset: [{ asset: 'A', perils: ['fire'] }, { asset: 'B', perils: ['fire', 'flood'] }],
  })
  assert.deepEqual(perilsOf(draft({ rows, perils: ['fire@'] }), { ...known, assets: [] }), { perils: ['fire'] })
})

test('a deductible is an amount, a share or hours, alike for all or of each coverage', () => {
  assert.deepEqual(deductibleTyped('5 %', 'LIMIT'), { percent: '5', of: 'LIMIT' })
  assert.deepEqual(deductibleTyped('72 hours', 'LIMIT'), { hours: 72 })
  assert.equal(deductibleTyped(' ', 'LIMIT'), undefined)
  const rows = (a: string, b: string) => draft({ rows: [{ ...newRow('building'), amount: '1', deductible: a }, { ...newRow('water'), amount: '1', deductible: b }] })
  assert.deepEqual(deductiblesOf(rows('25,000', '25,000'), known), { deductibles: [{ amount: { amount: '25000', currency: 'USD' } }] })
  assert.deepEqual(deductiblesOf(rows('25,000', '5%'), known), {
    deductibles: [
      { amount: { amount: '25000', currency: 'USD' }, perils: ['fire'] },
      { percent: '5', of: 'INSURED_VALUE', perils: ['flood'] },
    ],
  })
})

test('a correction sends what differs', () => {
  const before = draft({ policyNumber: 'P-1', carrier: 'Mutual', rows: [{ ...newRow('building'), amount: '1' }], perils: ['fire@A', 'fire@B'] })
  assert.deepEqual(changesOf(before, before, known), {})
  assert.deepEqual(changesOf(before, { ...before, policyNumber: '', carrier: 'Other', perils: ['fire@A'] }, known), {
    policyNumber: null,
    carrier: { name: 'Other' },
    perilsByAsset: [{ asset: 'A', perils: ['fire'] }, { asset: 'B', perils: [] }],
  })
})
