import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyCase, fieldAt, fieldsOf, inputOf, insuredOf, type AssetType } from './case-draft.ts'

const building: AssetType = {
  key: 'commercialRealEstate',
  name: 'Commercial real estate',
  fieldTypes: [
    { key: 'address', label: 'Address', kind: 'address', required: true, options: [] },
    { key: 'replacementCost', label: 'Replacement cost', kind: 'money', required: true, options: [] },
    { key: 'units', label: 'Units', kind: 'integer', required: false, options: [] },
    { key: 'sprinklered', label: 'Sprinklered', kind: 'boolean', required: false, options: [] },
  ],
}

test('fields are sent as their kinds, and what is not typed is left out', () => {
  const values = { 'address.street1': '1 Main Street', 'address.city': ' Tampa ', replacementCost: '$9,000,000', units: '1,200', sprinklered: 'no' }
  assert.deepEqual(fieldsOf(building, values), [
    { fieldType: 'address', value: { street1: '1 Main Street', city: 'Tampa' } },
    { fieldType: 'replacementCost', value: { amount: '9000000', currency: 'USD' } },
    { fieldType: 'units', value: 1200 },
    { fieldType: 'sprinklered', value: false },
  ])
  assert.deepEqual(fieldsOf(building, { units: 'many' }), [{ fieldType: 'units', value: 'many' }], 'the server says what is wrong')
  assert.equal(fieldAt(building, { type: building.key, values: { units: '3' } }, 'units'), 0)
  assert.equal(fieldAt(building, { type: building.key, values: { units: '3' } }, 'address'), undefined)
})

test('what there is goes by its id, what is new is made', () => {
  const input = inputOf(
    { ...emptyCase, frame: 'profile 1', loanNumber: ' L-1 ', insureds: [{ id: 'a', name: 'Known' }, { name: 'New LLC' }], contacts: [{ name: 'Bo', email: 'bo@example.com' }] },
    [building],
  )
  assert.deepEqual(input.case, { status: 'OPEN', riskProfile: '1', loanNumber: 'L-1', insureds: ['a'], insuranceContacts: [], mortgageeClauses: [] })
  assert.deepEqual(input.insureds, [{ corporateName: 'New LLC' }])
  assert.deepEqual(input.brokers, [{ displayName: 'Bo', email: 'bo@example.com' }])
})

test('a person has a last name', () => {
  assert.deepEqual(insuredOf({ name: 'Mary Ann Doe', type: 'individual' }), { firstName: 'Mary Ann', lastName: 'Doe' })
})
