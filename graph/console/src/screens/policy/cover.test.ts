import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancellationsOf, coverToday, type Insured } from './cover.ts'

const now = new Date('2026-06-15T12:00:00Z')

function policy(terms: [string | null, string | null][], cancellation: Insured['cancellation'] = null): Insured {
  const versions = terms.map(([startDate, endDate], i) => ({ versionNumber: i + 1, termNumber: i + 1, startDate, endDate }))
  return { versions, cancellation, renewalNotices: [], termNumber: terms.length }
}

function words(of: Insured): string {
  const cover = coverToday(of, now)
  return [cover.kind, cover.since && `since ${cover.since.slice(0, 10)}`, cover.until && `until ${cover.until.slice(0, 10)}`]
    .filter(Boolean)
    .join(' ')
}

test('cover lasts until the end of the last term that follows without a gap', () => {
  assert.equal(words(policy([['2026-01-01', '2027-01-01']])), 'covered until 2027-01-01')
  assert.equal(
    words(
      policy([
        ['2026-01-01', '2026-07-01'],
        ['2026-07-01', '2027-07-01'],
      ]),
    ),
    'covered until 2027-07-01',
  )
  assert.equal(
    words(
      policy([
        ['2026-01-01', '2026-07-01'],
        ['2026-07-02', '2027-07-01'],
      ]),
    ),
    'covered until 2026-07-01',
  )
})

test('where there is none, it says why and since when', () => {
  assert.equal(words(policy([['2025-01-01', '2026-06-15']])), 'over since 2026-06-15')
  assert.equal(
    words(
      policy([
        ['2025-01-01', '2026-06-01'],
        ['2026-07-01', '2027-07-01'],
      ]),
    ),
    'gap since 2026-06-01',
  )
  assert.equal(words(policy([['2026-07-01', '2027-07-01']])), 'notStarted until 2026-07-01')
  assert.equal(words(policy([[null, null]])), 'unknown')
  const cancelled = { termNumber: 1, effectiveDate: '2026-05-01', reinstatedOn: null }
  assert.equal(words(policy([['2026-01-01', '2027-01-01']], cancelled)), 'cancelled since 2026-05-01')
})

test('a cancellation that notices tell of too is there once', () => {
  const first = { termNumber: 1, effectiveDate: '2025-03-01', reinstatedOn: '2025-03-05' }
  const latest = { termNumber: 1, effectiveDate: '2026-05-01', reinstatedOn: null }
  const of = {
    ...policy([['2025-01-01', '2027-01-01']], latest),
    renewalNotices: [{ cancellation: first }, { cancellation: { ...latest } }, { cancellation: null }],
  }
  assert.deepEqual(cancellationsOf(of), [latest, first])
})

test('what is not known is no cover', () => {
  assert.equal(words(policy([['2026-01-01', null]])), 'unknown')
  assert.equal(words(policy([[null, '2027-01-01']])), 'unknown')
  const terms: [string | null, string | null][] = [
    ['2026-01-01', '2026-07-01'],
    ['2026-07-01', null],
  ]
  assert.equal(words(policy(terms)), 'covered until 2026-07-01')
})

test('a policy that is deactivated covers nothing from that day on', () => {
  const of = (from: string, to: string, deactivatedAt: string) => words({ ...policy([[from, to]]), deactivatedAt })
  assert.equal(of('2026-01-01', '2027-01-01', '2026-06-01T08:00:00.000Z'), 'deactivated since 2026-06-01')
  assert.equal(of('2026-07-01', '2027-01-01', '2026-06-01T08:00:00.000Z'), 'deactivated since 2026-06-01')
  assert.equal(of('2025-01-01', '2026-01-01', '2026-06-01T08:00:00.000Z'), 'over since 2026-01-01')
  assert.equal(words({ ...policy([[null, null]]), deactivatedAt: '2026-06-01T08:00:00.000Z' }), 'deactivated since 2026-06-01')
})

test('a cancellation that a corrected term has left behind adds no cover', () => {
  const cancelled = { termNumber: 1, effectiveDate: '2026-10-01', reinstatedOn: null }
  assert.equal(words(policy([['2026-01-01', '2026-06-01']], cancelled)), 'over since 2026-06-01')
  assert.equal(
    words(
      policy(
        [
          ['2026-01-01', '2027-01-01'],
          ['2026-05-01', '2027-05-01'],
        ],
        cancelled,
      ),
    ),
    'covered until 2027-05-01',
  )
})
