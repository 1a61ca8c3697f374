import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldText } from './asset-fields.ts'

const text = (value: unknown, label = 'Any') => fieldText({ label, value })

test('each kind of field is written as people write it', () => {
  assert.equal(text({ street1: '1 Mill St', street2: null, city: 'Ames', state: 'IA', postalCode: '50010', country: 'US' }), '1 Mill St, Ames, IA, 50010, US')
  assert.equal(text({ amount: '2500000.00', currency: 'USD' }), '$2,500,000')
  assert.equal(text(12500, 'Building area (square feet)'), '12,500')
  assert.equal(text(1987, 'Year built'), '1987')
  assert.deepEqual([text(true), text(false), text(0)], ['Yes', 'No', '0'])
  assert.equal(text('masonryNonCombustible'), 'Masonry non combustible')
  assert.equal(text('AE'), 'AE')
  assert.equal(text('X (shaded)'), 'X (shaded)')
  assert.match(text('2027-06-01'), /^Jun\w* 1, 2027$/)
})
