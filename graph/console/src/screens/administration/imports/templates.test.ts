import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateOf } from './templates.ts'

const targets = ['case.loanNumber', 'case.loanAmount', 'insured.displayName', 'asset.assetType', 'asset.address.city', 'asset.yearBuilt'].map((name) => ({
  name,
  label: name.split('.').at(-1)!,
  example: `an ${name}`,
}))

test('a template has the columns of its nouns, and the loan to find them by', () => {
  assert.equal(templateOf('assets', targets).split('\r\n')[0], 'loanNumber,assetType,city')
  assert.equal(templateOf('insureds', targets), 'displayName\r\nan insured.displayName\r\n')
})
