import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownAs } from './kind.ts'
import { here, mostBytes, notUploadable, tooLarge } from './upload.ts'

test('a file goes to our own host only', () => {
  assert.equal(notUploadable('https://console.example/files/x?expires=1&signature=1', 'https://console.example'), undefined)
  assert.match(notUploadable('https://bucket.s3.example/x?X-Amz-Signature=1', 'https://console.example') ?? '', /bucket\.s3\.example/)
})

test('a file of the server is asked of the name by which the page was opened', () => {
  const ours = 'http://127.0.0.1:8080/files/uploads/x?expires=1&signature=a&type=b'
  assert.equal(here(ours), '/files/uploads/x?expires=1&signature=a&type=b')
  assert.equal(notUploadable(ours, 'http://localhost:8080'), undefined)
  const theirs = 'https://bucket.example/files/x?X-Amz-Expires=1&X-Amz-Signature=a'
  assert.equal(here(theirs), theirs)
})

test('empty and large files are not sent', () => {
  assert.match(tooLarge(0) ?? '', /empty/)
  assert.equal(tooLarge(mostBytes), undefined)
  assert.match(tooLarge(mostBytes + 1) ?? '', /50 MB/)
})

test('PDF and pictures are shown, nothing that could run', () => {
  assert.deepEqual(['application/pdf', 'image/png', 'text/html', 'image/svg+xml'].map(shownAs), ['page', 'picture', 'nothing', 'nothing'])
})
