import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, isMine, type Address } from './filter.ts'

function at(query: string): Address {
  const parameters = new URLSearchParams(query)
  const param = (name: string) => parameters.get(name) ?? ''
  return { param, list: (name) => param(name).split(',').filter(Boolean) }
}

test('without anything in the address it is what still has to be done', () => {
  assert.deepEqual(filterOf(at('')), { state: ['open', 'inProgress', 'paused'] })
})

test('who works has their own list, or everybody’s', () => {
  assert.deepEqual(filterOf(at('assignee=u1')).assignee, ['u1'])
  assert.equal('assignee' in filterOf(at('assignee=u1&whose=all')), false)
  assert.deepEqual([isMine(at('assignee=u1')), isMine(at('assignee=u1&whose=all')), isMine(at(''))], [true, false, false])
})

test('the links of the board are taken as they are', () => {
  assert.deepEqual(filterOf(at('type=collectEvidence&state=open,paused&due[gte]=2026-06-01&due[lt]=2026-06-08')), {
    type: ['collectEvidence'],
    state: ['open', 'paused'],
    dueAt: { gte: '2026-06-01', lt: '2026-06-08' },
  })
})

test('what is no value is left out', () => {
  assert.deepEqual(filterOf(at('type=nonsense&state=nonsense&due[lt]=soon')), { state: ['open', 'inProgress', 'paused'] })
})
