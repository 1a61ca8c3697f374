import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parameters, recognized, windows } from './pasted.ts'

const id = '0195763b-03f0-7000-a5ba-fb992733403e'
const other = '01957114-a7f0-7000-b42a-1ca5e37a9cc1'

test('an id is found in what people paste', () => {
  const pasted = [
    id,
    ` ${id}\n`,
    id.toUpperCase(),
    `{${id}}`,
    `"${id}",`,
    `urn:uuid:${id}`,
    id.replaceAll('-', ''),
    `\ufeff${id}`,
    `X-Request-Id: ${id}`,
    `"requestId":"${id}"`,
    `webhook-id: ${id}`,
    `time=2026-11-23 level=INFO msg=request request_id=${id} token_id=${other}`,
    `https://covertrack.example/rest/policies/${id}`,
    `https://covertrack.example/console/${other}/cases/${id}?asset=${other}`,
    `https://covertrack.example/console/look-up?q=${id}`,
    `https://covertrack.example/files/documents/${other}/${id}?expires=1&signature=XovP7QQdSbDGPohZDX0F&type=application%2Fpdf`,
  ]
  for (const text of pasted) assert.deepEqual(recognized(text), { kind: 'id', id }, text)
})

test('a secret is recognized before anything is done with it', () => {
  const pasted = [
    'staff_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC',
    'Authorization: Bearer live_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC',
    'test_0123456789ABCDEFGHIJ',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    'https://covertrack.example/evidence/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    `https://covertrack.example/console#link=${id}`,
    `live_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC of token ${id}`,
  ]
  for (const text of pasted) assert.equal(recognized(text).kind, 'secret', text)
})

test('an address never has a secret', () => {
  assert.deepEqual(parameters('staff_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC'), { secret: 'the text of a token' })
  assert.deepEqual(parameters(`{${id}}`), { q: id })
  assert.deepEqual(parameters(' LN-77 '), { q: 'LN-77' })
  assert.equal(parameters(' '), undefined)
})

test('anything else is a text, which may name a request', () => {
  assert.deepEqual(recognized('LN-77'), { kind: 'text', text: 'LN-77', mayBeRequest: true })
  assert.deepEqual(recognized('Loan number: 2026-83612'), { kind: 'text', text: '2026-83612', mayBeRequest: true })
  assert.deepEqual(recognized('Loan 2026-83612'), { kind: 'text', text: 'Loan 2026-83612', mayBeRequest: false })
  assert.deepEqual(recognized('"EX-8206375"'), { kind: 'text', text: 'EX-8206375', mayBeRequest: true })
  assert.deepEqual(recognized('request_id=console-1 status=200'), { kind: 'text', text: 'console-1', mayBeRequest: true })
  assert.deepEqual(recognized('12 Elm Street'), { kind: 'text', text: '12 Elm Street', mayBeRequest: false })
  assert.deepEqual(recognized(`${id}a`.replaceAll('-', '')).kind, 'text')
  for (const text of ['', '  \n', '\u200b']) assert.deepEqual(recognized(text), { kind: 'nothing' })
})

test('the windows of a request follow each other, at most 31 days each', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const [first, second, third] = [...windows(now, 0, 2), ...windows(now, 2, 1)]
  assert.deepEqual(first, { from: '2026-10-23T13:00:00.000Z', to: '2026-11-23T13:00:00.000Z' })
  assert.equal(second?.to, first.from)
  assert.equal(third?.to, second?.from)
  assert.equal(third?.from, '2026-08-22T13:00:00.000Z')
})
