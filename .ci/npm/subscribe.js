// Subscribes to a case with the client of graphql-sse and changes it: node subscribe.js <base URL> <token> <case id>
import assert from 'node:assert/strict'
import { createClient } from 'graphql-sse'

const [base, token, id] = process.argv.slice(2)
const authorization = `Bearer ${token}`
const client = createClient({ url: `${base}/graphql`, headers: { authorization }, retryAttempts: 0 })
const seen = []
for await (const { data, errors } of client.iterate({ query: 'subscription ($id: ID!) { caseChanged(id: $id) { status } }', variables: { id } })) {
  assert.equal(errors, undefined)
  seen.push(data.caseChanged.status)
  if (seen.length === 3) break
  const action = seen.length === 1 ? 'on-hold' : 'release-hold'
  const { status } = await fetch(`${base}/rest/cases/${id}/${action}`, { method: 'POST', headers: { authorization } })
  assert.equal(status, 200)
}
assert.deepEqual(seen, ['OPEN', 'onHold', 'OPEN'])
for await (const { data } of client.iterate({ query: '{ __typename }' })) assert.deepEqual(data, { __typename: 'Query' })
await assert.rejects(async () => {
  for await (const _ of client.iterate({ query: 'subscription { nothing }' })) assert.fail('an event of a document that is refused')
})
client.dispose()
console.log('subscribe: a case told its changes')
