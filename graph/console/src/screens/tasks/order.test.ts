import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueWords, grouped, isLate, nextOf, stepTo } from './order.ts'

const now = new Date('2026-06-15T22:30:00Z')
const tasks = [
  { id: 'a', dueAt: '2026-06-01T00:00:00.000Z' },
  { id: 'b', dueAt: '2026-06-14T23:59:00.000Z' },
  { id: 'c', dueAt: '2026-06-15T08:00:00.000Z' },
  { id: 'd', dueAt: '2026-06-22T00:00:00.000Z' },
  { id: 'e', dueAt: '2026-06-23T00:00:00.000Z' },
  { id: 'f', dueAt: null },
]

test('a task is late from the day after its day', () => {
  assert.deepEqual(
    tasks.filter((t) => isLate(t, now)).map((t) => t.id),
    ['a', 'b'],
  )
})

test('due dates are said as people say them', () => {
  assert.deepEqual(
    tasks.map((t) => dueWords(t, now)),
    ['14 days late', '1 day late', 'today', 'in 7 days', 'in 8 days', 'no date'],
  )
  assert.equal(dueWords({ id: 'x', dueAt: '2026-06-16T00:00:00Z' }, now), 'tomorrow')
})

test('tasks stand under headings, and keep their order', () => {
  const groups = grouped(tasks, now).map((g) => `${g.title}: ${g.tasks.map((t) => t.id).join('')}`)
  assert.deepEqual(groups, ['Late: ab', 'Today: c', 'Within a week: d', 'Later: e', 'Without a date: f'])
})

test('what is completed or cancelled is not late', () => {
  const over = ['completed', 'cancelled'].map((state) => ({ id: state, dueAt: '2026-06-01T00:00:00Z', state }))
  assert.deepEqual(
    over.map((t) => isLate(t, now)),
    [false, false],
  )
  assert.deepEqual(
    over.map((t) => dueWords(t, now)),
    ['June 1, 2026', 'June 1, 2026'],
  )
  assert.deepEqual(
    grouped(over, now).map((g) => g.title),
    ['Nothing left to do'],
  )
})

test('the next task is the one behind, at the end the one before', () => {
  assert.equal(nextOf(tasks, 'b'), 'c')
  assert.equal(nextOf(tasks, 'f'), 'e')
  assert.equal(nextOf(tasks.slice(0, 1), 'a'), null)
})

test('j and k stay at the ends', () => {
  assert.equal(stepTo(tasks, null, -1), 'a')
  assert.equal(stepTo(tasks, 'a', -1), 'a')
  assert.equal(stepTo(tasks, 'a', 1), 'b')
  assert.equal(stepTo(tasks, 'f', 1), 'f')
  assert.equal(stepTo([], null, 1), null)
})
