import { dayAndTime } from '../../lib/format.ts'
import { modeWords, word } from '../../lib/words.ts'
import type { Fact } from './record.ts'
import type { Token } from './search.ts'

// tokenFacts say what a token may do, and why it may not work any more.
export function tokenFacts(token: Token, now = new Date()): Fact[] {
  return [
    { name: 'Works', value: works(token, now) },
    { name: 'May', value: may(token) },
    { name: 'From', value: token.allowedAddresses.join(', ') || 'Any address' },
    { name: 'Last used', value: token.lastUsedAt ? dayAndTime(token.lastUsedAt) : 'Never' },
    { name: 'Expires', value: token.expiresAt ? dayAndTime(token.expiresAt) : 'Never' },
    { name: 'Created', value: dayAndTime(token.createdAt) },
    { name: 'Id', value: token.id },
  ]
}

function may({ role, mode, scope }: Token): string {
  const whose = role ? `${role.toLowerCase()} of staff` : `records of ${word(modeWords, mode)}`
  return `${scope === 'read' ? 'Read only' : 'Read and write'}, ${whose}`
}

function works({ revokedAt, expiresAt, allowedAddresses }: Token, now: Date): string {
  if (revokedAt) return `No: revoked ${dayAndTime(revokedAt)}`
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) return `No: expired ${dayAndTime(expiresAt)}`
  return allowedAddresses.length > 0 ? 'Yes, from its addresses' : 'Yes'
}
