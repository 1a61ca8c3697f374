import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInput, rowsOf, willDo, type Evidence } from './evidence.ts'

const words = { money: (m: { amount: string }) => `$${m.amount}`, day: (d: string) => d.slice(0, 10), limit: (kind: string) => kind }
const dollars = (amount: string) => ({ amount, currency: 'USD' })

const evidence: Evidence = {
  proposed: {
    startDate: null,
    endDate: '2027-05-29T00:00:00.000Z',
    policyNumber: 'EX-1',
    note: null,
    limits: [{ coverageType: 'b', kind: 'perOccurrence', amount: dollars('200.00') }],
  },
  current: {
    startDate: '2025-05-29T00:00:00.000Z',
    endDate: '2026-05-29T00:00:00.000Z',
    policyNumber: 'EX-1',
    limits: [{ coverageType: 'b', kind: 'perOccurrence', amount: dollars('100.00') }],
  },
  files: [
    { id: 'f1', fileName: 'a.pdf', state: 'proposed', categoryId: 'c1' },
    { id: 'f2', fileName: 'b.pdf', state: 'proposed', categoryId: 'c1' },
  ],
  policy: { coverageTypes: [{ id: 'b', name: 'Building' }] },
}
const rows = rowsOf(evidence, words)
const all = { members: rows.map((r) => r.member), files: ['f1', 'f2'], categories: {}, reason: '' }

test('only what was typed has a row, with the value of today beside it', () => {
  assert.deepEqual(rows, [
    { member: 'endDate', label: 'Ends', proposed: ['2027-05-29'], current: ['2026-05-29'], same: false },
    { member: 'policyNumber', label: 'Policy number', proposed: ['EX-1'], current: ['EX-1'], same: true },
    {
      member: 'limits',
      label: 'Limits',
      proposed: ['Building, perOccurrence: $200.00'],
      current: ['Building, perOccurrence: $100.00'],
      same: false,
    },
  ])
})

test('all of it is accepted without naming anything', () => {
  assert.deepEqual(acceptInput(evidence, rows, all), {})
})

test('parts are named, and another category too', () => {
  const choice = { members: [], files: ['f2'], categories: { f2: 'c9' }, reason: ' The form is missing. ' }
  assert.deepEqual(acceptInput(evidence, rows, choice), {
    members: [],
    files: [{ id: 'f2', categoryId: 'c9' }],
    reason: 'The form is missing.',
  })
})

test('a later end begins the next term, when the one before ends', () => {
  assert.deepEqual(willDo(evidence, all, words), [
    'The next term begins: from 2026-05-29 to 2027-05-29. Notices of the term before are cancelled.',
    '2 files become documents of the case.',
  ])
})

test('without a later end the term is corrected; without values nothing happens to the policy', () => {
  assert.equal(willDo(evidence, { ...all, members: ['limits'] }, words)[0], 'The current term is corrected.')
  assert.deepEqual(willDo(evidence, { ...all, members: [], files: [] }, words), [
    'The policy stays as it is.',
    'No file becomes a document.',
    'The sender is not told why the rest was not accepted: give a reason.',
  ])
})
