import assert from 'node:assert/strict'
import test from 'node:test'
import { members } from './members.gen.ts'
import { givenValues, lines, said, textOf, valueOf } from './values.ts'

const choices = { coverageTypes: [['c1', 'Flood']], agency: [['AM_BEST', 'A.M. Best']], perils: [['p1', 'Windstorm or Hail']] } as const
const member = (name: string) => members.find((each) => each.name === name)!

test('what asks nothing is left out', () => {
  const asked = { coverageType: 'c1', perils: [], appliesWhen: { floodZones: [], loanAmount: { gte: null } }, occurrenceForm: false, minimumMonths: 12 }
  assert.deepEqual(givenValues(members, asked), { coverageType: 'c1', minimumMonths: 12 })
})

test('each kind of member in words', () => {
  const shown = lines(
    members,
    {
      coverageType: 'c1',
      minimumLimit: { amount: '2000000.00', currency: 'USD' },
      minimumRatings: [{ agency: 'AM_BEST', rating: 'A-', size: 'VII' }],
      deductibles: [{ perils: ['p1'], maximumPercent: '2.50' }],
      appliesWhen: { floodZones: ['SFHA'], loanAmount: { gte: { amount: '5.00', currency: 'EUR' } } },
      occurrenceForm: true,
    },
    choices,
  )
  assert.deepEqual(shown, [
    ['Coverage', 'Flood'],
    ['Applies where', 'Flood zones: SFHA; Loan amount: At least: EUR 5'],
    ['Minimum limit', '$2,000,000'],
    ['Deductibles by peril', 'Perils: Windstorm or Hail, At most, percent of the insured value: 2.5%'],
    ['Carrier ratings, one of', 'Agency: A.M. Best, Rating: A-, Size (A.M. Best): VII'],
    ['Occurrence form', 'Yes'],
  ])
})

test('values of fields are said as people write them', () => {
  const kind = 'json' as const
  const fields = { name: 'fields', label: '', kind: 'jsons' } as const
  const values = [true, 12000, '2026-06-01', { amount: '5000000.00', currency: 'USD' }, 'office']
  assert.equal(said(fields, values, {}), 'yes or 12,000 or June 1, 2026 or $5,000,000 or office')
  const amount = { amount: '5000000', currency: 'USD' }
  assert.equal(textOf({ name: 'gte', label: '', kind }, amount), '5000000 USD')
  assert.deepEqual(valueOf({ name: 'gte', label: '', kind }, '5000000 USD'), amount)
  assert.equal(textOf(member('minimumLimit'), { amount: '2000000.00', currency: 'USD' }), '2,000,000')
  assert.equal(textOf(member('minimumLimit'), { amount: 'much', currency: 'EUR' }), 'much EUR')
})

test('what is typed is what is sent, and is shown as it was typed', () => {
  assert.deepEqual(valueOf(member('minimumLimit'), '$1,500,000'), { amount: '1500000', currency: 'USD' })
  assert.deepEqual(valueOf(member('minimumLimit'), '5 eur'), { amount: '5', currency: 'EUR' })
  assert.equal(valueOf(member('limitPercent'), '90%'), '90')
  assert.equal(valueOf(member('minimumMonths'), ''), undefined)
  const states = { name: 'states', label: '', kind: 'texts' } as const
  assert.deepEqual(valueOf(states, 'FL, GA,'), ['FL', 'GA'])
  const one = { name: 'in', label: '', kind: 'jsons' } as const
  assert.deepEqual(valueOf(one, '5, office, true'), [5, 'office', true])
  assert.equal(textOf(one, [5, 'office', true]), '5, office, true')
})
