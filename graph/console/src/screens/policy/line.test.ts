import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Axis, dateOf, dayOf, lengthOf, spansOf, type Cancellation, type Version } from './line.ts'

const today = dayOf('2026-06-15')

function version(versionNumber: number, termNumber: number, startDate: string | null, endDate: string | null): Version {
  return { versionNumber, termNumber, startDate, endDate }
}

function lines(versions: Version[], cancellations: Cancellation[] = []): string[] {
  const date = (day: number | null) => (day === null ? '?' : dateOf(day).slice(0, 10))
  return spansOf(versions, cancellations, today).map((s) => `${s.term} ${s.kind} ${date(s.from)} ${date(s.to)}`)
}

test('a term that is renewed late leaves a gap', () => {
  const versions = [version(1, 1, '2024-05-21', '2025-05-21'), version(2, 2, '2025-06-02T00:00:00.000Z', '2026-06-20')]
  assert.deepEqual(lines(versions), ['1 cover 2024-05-21 2025-05-21', '2 gap 2025-05-21 2025-06-02', '2 cover 2025-06-02 2026-06-20'])
  assert.equal(lengthOf(spansOf(versions, [], today)[1]!), 12)
})

test('of a term the latest version counts, and cover that is over says so', () => {
  const versions = [version(2, 1, '2025-01-01', '2026-06-15'), version(1, 1, '2025-01-01', '2026-09-01')]
  assert.deepEqual(lines(versions), ['1 cover 2025-01-01 2026-06-15', '1 over 2026-06-15 ?'])
})

test('a term that begins before the end of the one before takes its place', () => {
  assert.deepEqual(lines([version(1, 1, '2025-01-01', '2026-01-01'), version(2, 2, '2025-10-01', '2026-10-01')]), [
    '1 cover 2025-01-01 2025-10-01',
    '2 cover 2025-10-01 2026-10-01',
  ])
})

test('a cancellation ends the cover, a reinstatement begins it again', () => {
  const versions = [version(1, 1, '2026-01-01', '2027-01-01')]
  const first = { termNumber: 1, effectiveDate: '2026-03-01', reinstatedOn: '2026-03-10' }
  const second = { termNumber: 1, effectiveDate: '2026-05-01', reinstatedOn: null }
  assert.deepEqual(lines(versions, [second, first]), [
    '1 cover 2026-01-01 2026-03-01',
    '1 cancelled 2026-03-01 2026-03-10',
    '1 cover 2026-03-10 2026-05-01',
    '1 cancelled 2026-05-01 2027-01-01',
  ])
})

test('a reinstatement on the day of the cancellation leaves no lapse', () => {
  const versions = [version(1, 1, '2026-01-01', '2027-01-01')]
  const cancellation = { termNumber: 1, effectiveDate: '2026-03-01', reinstatedOn: '2026-03-01' }
  assert.deepEqual(lines(versions, [cancellation]), ['1 cover 2026-01-01 2026-03-01', '1 cover 2026-03-01 2027-01-01'])
})

test('dates that nobody knows are no gaps', () => {
  assert.deepEqual(lines([version(1, 1, null, null)]), [])
  assert.deepEqual(lines([version(1, 1, '2025-01-01', null), version(2, 2, '2026-01-01', null)]), [
    '1 cover 2025-01-01 2026-01-01',
    '2 cover 2026-01-01 ?',
  ])
})

test('the axis has all its days, and at most eight ticks', () => {
  for (const [from, to] of [
    ['2026-01-01', '2026-02-10'],
    ['2025-01-01', '2026-12-31'],
    ['1999-01-01', '2031-06-01'],
  ] as const) {
    const axis = new Axis([dayOf(from), dayOf(to)])
    assert.ok(axis.place(dayOf(from)) > 0 && axis.place(dayOf(to)) < 100)
    assert.ok(axis.ticks().length >= 1 && axis.ticks().length <= 8, `${axis.ticks().length} ticks`)
  }
  assert.equal(new Axis([dayOf('2026-01-15')]).ticks().length, 0)
})

test('what is not known is at the edge', () => {
  const axis = new Axis([dayOf('2026-01-01'), dayOf('2026-12-31')])
  assert.equal(axis.place(null), 100)
  assert.equal(axis.place(null, 'start'), 0)
})
