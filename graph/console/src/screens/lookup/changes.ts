export interface Changed {
  member: string
  from?: string
  to: string
}

// changed are the members of an event's changes: those with what they were and what they are, and others as they come.
export function changed(changes: unknown): Changed[] {
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes)) return []
  return Object.entries(changes).map(([member, value]) => {
    const isChange = value !== null && typeof value === 'object' && 'to' in value
    if (!isChange) return { member, to: text(value) }
    return { member, ...('from' in value && value.from !== null && { from: text(value.from) }), to: text(value.to) }
  })
}

function text(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
