import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownAs } from './kind.ts'
import { mostBytes, notUploadable, tooLarge } from './upload.ts'

test('a file goes to our own host only', () => {
  assert.equal(notUploadable('https://console.example/files/x?signature=1', 'https://console.example'), undefined)
  assert.match(notUploadable('https://bucket.s3.example/x?X-Amz-Signature=1', 'https://console.example') ?? '', /bucket\.s3\.example/)
})

test('empty and large files are not sent', () => {
  assert.match(tooLarge(0) ?? '', /empty/)
  assert.equal(tooLarge(mostBytes), undefined)
  assert.match(tooLarge(mostBytes + 1) ?? '', /50 MB/)
})

test('PDF and pictures are shown, nothing that could run', () => {
  assert.deepEqual(['application/pdf', 'image/png', 'text/html', 'image/svg+xml'].map(shownAs), ['page', 'picture', 'nothing', 'nothing'])
})
