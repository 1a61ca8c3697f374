import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Row, sheet } from './columns.tsx'

const row: Row = {
  id: 'p',
  displayName: 'Building',
  policyNumber: null,
  status: 'active',
  carrier: null,
  startDate: '2026-06-01T00:00:00.000Z',
  endDate: '2027-06-01T00:00:00.000Z',
  case: { id: 'c', displayName: 'Elm', loanNumber: '7' },
  renewal: { nextNoticeAt: '2027-04-02T00:00:00.000Z', blockedBy: null },
}

test('every day of the export is written alike, and words have a column of their own', () => {
  const cells = (of: Row) => Object.fromEntries(sheet.heading.map((name, i) => [name, sheet.row(of)[i]]))
  const shown = cells(row)
  assert.deepEqual([shown['Ends'], shown['Started'], shown['Next notice'], shown['Why no notice']], ['2027-06-01', '2026-06-01', '2027-04-02', ''])
  const held = cells({ ...row, renewal: { nextNoticeAt: '2027-04-02T00:00:00.000Z', blockedBy: 'policyOnHold' } })
  assert.deepEqual([held['Next notice'], held['Why no notice']], ['', 'The policy is on hold'])
})
