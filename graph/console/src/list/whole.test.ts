import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Connection, nothingRead, type Read, readWhole } from './whole.ts'

const numbers = Array.from({ length: 450 }, (_, i) => i)

// pageOf reads numbers 200 at once, as the server reads records; the page behind `failing` fails.
const pageOf =
  (failing: string | null | undefined) =>
  (after: string | null): Promise<Connection<number>> => {
    if (failing !== undefined && after === failing) return Promise.reject(new Error('away'))
    const from = Number(after ?? 0)
    const end = Math.min(from + 200, numbers.length)
    const total = after === null ? { total: numbers.length } : {}
    return Promise.resolve({
      nodes: numbers.slice(from, end),
      pageInfo: { hasNextPage: end < numbers.length, endCursor: String(end), ...total },
    })
  }

test('a list is read to its end, and each page is told', async () => {
  const told: string[] = []
  const rows = await readWhole(pageOf(undefined), nothingRead, ({ rows, total }) => told.push(`${rows.length} of ${total}`))
  assert.deepEqual(rows, numbers)
  assert.deepEqual(told, ['200 of 450', '400 of 450', '450 of 450'])
})

test('what fails is taken up where it was left', async () => {
  let left: Read<number> = nothingRead
  const keep = (read: Read<number>) => (left = read)
  await assert.rejects(readWhole(pageOf('200'), left, keep), /away/)
  assert.equal(left.rows.length, 200)
  assert.deepEqual(await readWhole(pageOf(undefined), left, keep), numbers)
  assert.equal(left.total, 450)
})

test('an empty list is read at once', async () => {
  const empty = () => Promise.resolve({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null, total: 0 } })
  assert.deepEqual(await readWhole(empty, nothingRead, () => undefined), [])
})
