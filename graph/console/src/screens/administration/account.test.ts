import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsOf, sameInput, stateOf, type Account } from './account.ts'

const account: Account = {
  id: '1', name: 'Import', organizationId: 'o', mode: 'live', role: null, accountRole: 'analyst', scope: 'full', allowedAddresses: ['203.0.113.7/32'],
  createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-11T00:00:00Z', revokedAt: null, lastUsedAt: null,
}

test('an account works until it expires or is revoked', () => {
  const at = (day: string) => stateOf(account, Date.parse(day))
  assert.deepEqual([at('2026-01-02'), at('2026-01-11')], ['soon', 'expired'])
  assert.equal(stateOf({ ...account, expiresAt: null }), 'works')
  assert.equal(stateOf({ ...account, revokedAt: '2026-01-02T00:00:00Z' }, Date.parse('2026-01-03')), 'revoked')
})

test('a new token may do the same, for as long', () => {
  const { expiresAt, ...same } = sameInput(account, Date.parse('2026-02-01'))
  assert.equal(expiresAt, '2026-02-11T00:00:00.000Z')
  assert.deepEqual(same, { name: 'Import', organization: 'o', mode: 'live', accountRole: 'analyst', scope: 'full', allowedAddresses: ['203.0.113.7/32'] })
  assert.equal(sameInput({ ...account, expiresAt: null }).neverExpires, true)
})

test('accounts of other lenders and tokens of staff are left out', () => {
  const tokens = [account, { ...account, id: '2', organizationId: 'other' }, { ...account, id: '3', organizationId: null, role: 'SUPPORT' as const }]
  const organizations = [{ id: 'o', name: 'O', lenderId: 'l' }, { id: 'other', name: 'P', lenderId: 'm' }]
  assert.deepEqual(accountsOf({ tokens, organizations }, 'l').accounts.map(({ id }) => id), ['1'])
})
