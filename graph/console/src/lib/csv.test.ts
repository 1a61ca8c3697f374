import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from './csv.ts'

test('cells with commas, quotes and ends of lines are quoted', () => {
  assert.equal(csv([['a', 'b'], ['1,2', 'say "so"'], ['two\nlines', null]]), 'a,b\r\n"1,2","say ""so"""\r\n"two\nlines",\r\n')
})

test('what a spreadsheet would take for a formula is text', () => {
  assert.equal(csv([['=1+1', '+1-2', '-cmd', '@sum', '\tx']]), `"'=1+1","'+1-2","'-cmd","'@sum","'\tx"\r\n`)
})

test('a negative number stays one', () => {
  assert.equal(csv([[-5, '-5.25', '-5a']]), `-5,-5.25,"'-5a"\r\n`)
})
