import { valueText } from '../../lib/trail.ts'

export interface Changed {
  member: string
  from?: string
  to: string
}

// changed are the members of an event's changes, with what they were, if that is known, and what they are.
export function changed(changes: unknown): Changed[] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return []
  return Object.entries(changes).map(([member, value]) => {
    const isChange = value !== null && typeof value === 'object' && 'to' in value
    if (!isChange) return { member, to: text(value, member) }
    return { member, ...('from' in value && value.from !== null && { from: text(value.from, member) }), to: text(value.to, member) }
  })
}

// Ids stay: they are what is looked up here.
const text = (value: unknown, member: string) => valueText(value, member, (id) => id)
