import type { AccountsQuery, CreateTokenInput } from '../../gql/graphql.ts'
import { roleWords, word } from '../../lib/words.ts'

export type Account = AccountsQuery['tokens'][number]
export type Organization = AccountsQuery['organizations'][number]

// accountsOf are the service accounts of a lender: an operator sees those of others too, and tokens of staff.
export function accountsOf({ tokens, organizations }: AccountsQuery, lender: string | undefined): { accounts: Account[]; organizations: Organization[] } {
  const own = organizations.filter(({ lenderId }) => lenderId === lender)
  const ids = new Set(own.map(({ id }) => id))
  return { accounts: tokens.filter(({ organizationId }) => organizationId !== null && ids.has(organizationId)).reverse(), organizations: own }
}

// mayText is what a service account may do.
export function mayText({ accountRole, scope }: Pick<Account, 'accountRole' | 'scope'>): string {
  const all = accountRole ? word(roleWords, accountRole) : 'Everything but people and tokens'
  return scope === 'read' ? `${all}, reading only` : all
}

export type State = 'works' | 'soon' | 'expired' | 'revoked'

const soon = 30 * 86_400_000

// stateOf is whether the token of an account works, and for how long.
export function stateOf({ expiresAt, revokedAt }: Pick<Account, 'expiresAt' | 'revokedAt'>, now = Date.now()): State {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'works'
  const left = Date.parse(expiresAt) - now
  return left <= 0 ? 'expired' : left < soon ? 'soon' : 'works'
}

export const isUsable = (account: Account) => ['works', 'soon'].includes(stateOf(account))

// sameInput makes a token that may do what the account may, for as long as it was made for.
export function sameInput(account: Account, now = Date.now()): CreateTokenInput {
  const { name, organizationId, mode, accountRole, scope, allowedAddresses, createdAt, expiresAt } = account
  return {
    name, organization: organizationId, mode, accountRole, scope, allowedAddresses: [...allowedAddresses],
    ...(expiresAt === null ? { neverExpires: true } : { expiresAt: new Date(now + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString() }),
  }
}
