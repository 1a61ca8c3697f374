import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from './facts.ts'
import { versionOn } from './version.ts'

const version = (versionNumber: number, termNumber: number, startDate: string | null, endDate: string | null) =>
  ({
    id: String(versionNumber),
    versionNumber,
    termNumber,
    startDate,
    endDate,
    reason: 'created',
    createdAt: '',
  }) as Policy['versions'][number]
const versions = [
  version(1, 1, '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  version(2, 2, '2026-01-13T00:00:00.000Z', '2027-01-13T00:00:00.000Z'),
  version(3, 2, '2026-01-13T00:00:00.000Z', '2026-12-01T00:00:00.000Z'),
]
const at = (day: string) => versionOn({ versions }, day)?.versionNumber

test('of each term only the latest version counts, from its start to the day before its end', () => {
  assert.deepEqual(['2024-12-31', '2025-01-01', '2026-01-01', '2026-01-13', '2026-11-30', '2026-12-01'].map(at), [
    undefined,
    1,
    undefined,
    3,
    3,
    undefined,
  ])
})

test('what is not known does not exclude', () => {
  assert.equal(versionOn({ versions: [version(1, 1, null, null)] }, '2026-01-01T00:00:00.000Z')?.versionNumber, 1)
})
