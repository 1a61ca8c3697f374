import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Happening } from './history.ts'
import { byDay, chunks, merge } from './history.ts'

const at = (minute: number, subject = 's', key = `${subject}${minute}`): Happening => ({
  key,
  subject,
  at: `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  text: key,
})
const keys = (events: Happening[]) => events.map((event) => event.key)

test('the trail and the records’ own dates are one order, newest first', () => {
  const merged = merge([{ events: [at(5), at(1)], cursor: null }], [at(3, 'own'), at(9, 'own')])
  assert.deepEqual(keys(merged), ['own9', 's5', 'own3', 's1'])
})

test('what the trail tells is not told twice', () => {
  const merged = merge([{ events: [at(5, 's', 'event')], cursor: null }], [at(5, 's', 'own'), at(7, 'x', 'event')])
  assert.deepEqual(keys(merged), ['event'])
  const added = { ...at(5), text: 'Document Note: added' }
  assert.deepEqual(keys(merge([{ events: [added], cursor: null }], [{ ...at(4, 's', 'own'), text: added.text }])), ['s5'])
})

test('nothing is shown behind the end of a page that goes on', () => {
  const open = { events: [at(9), at(5)], cursor: 'next' }
  const whole = { events: [at(7, 't'), at(2, 't')], cursor: null }
  assert.deepEqual(keys(merge([open, whole], [at(1, 'own'), at(6, 'own')])), ['s9', 't7', 'own6', 's5'])
})

test('days have their events', () => {
  const days = byDay([at(3), at(1)], () => 'May 1')
  assert.deepEqual(
    days.map((d) => [d.day, d.events.length]),
    [['May 1', 2]],
  )
})

test('ids are split', () => assert.deepEqual(chunks([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]))
