import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { csv, isoDate, isoTime } from './csv.ts'

test('cells with commas, quotes and ends of lines are quoted', () => {
  assert.equal(csv([['a', 'b'], ['1,2', 'say "so"'], ['two\nlines', null]]), 'a,b\r\n"1,2","say ""so"""\r\n"two\nlines",\r\n')
})

test('what a spreadsheet would take for a formula is text', () => {
  assert.equal(csv([['=1+1', '+1-2', '-cmd', '@sum', '\tx']]), `"'=1+1","'+1-2","'-cmd","'@sum","'\tx"\r\n`)
})

test('the rule is that of the program', () => {
  const cells = JSON.parse(readFileSync(new URL('../../src/lib/csv_cells.json', import.meta.url) /* tests run in .tests/lib */, 'utf8')) as Record<string, string>
  for (const [cell, want] of Object.entries(cells)) {
    const written = csv([[cell]]).slice(0, -2)
    assert.equal(written.startsWith('"') ? written.slice(1, -1) : written, want, cell)
  }
})

test('a negative number stays one', () => {
  assert.equal(csv([[-5, '-5.25', '-5a']]), `-5,-5.25,"'-5a"\r\n`)
})

test('days and instants are written alike everywhere', () => {
  assert.deepEqual(['2026-06-01T00:00:00.000Z', '2026-06-01', null].map(isoDate), ['2026-06-01', '2026-06-01', undefined])
  assert.deepEqual(['2026-06-01T14:05:00.123Z', '2026-06-01T16:05:00+02:00'].map(isoTime), ['2026-06-01T14:05:00Z', '2026-06-01T14:05:00Z'])
  assert.equal(isoTime(null), null)
})
