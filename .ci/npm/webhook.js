// Verifies a message with the library of Standard Webhooks: node webhook.js <body> <id> <timestamp> <signature> <secret>…
import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'

const [body, id, timestamp, signature, ...secrets] = process.argv.slice(2)
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
assert.equal(secrets.length, 2)
for (const secret of secrets) {
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(secret).verify(body + ' ', headers))
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'another' }))
}
assert.throws(() => new Webhook('whsec_' + Buffer.alloc(32).toString('base64')).verify(body, headers))
console.log('standardwebhooks: verified with each secret')
