// The fields of an asset, as people read them.
import { count, day, money, type Amount } from '../../lib/format.ts'

export interface Field {
  label: string
  value: unknown
}

const addressLines = ['street1', 'street2', 'city', 'state', 'postalCode', 'county', 'country']

// fieldText is a field's value in words. Years, and whatever else is no amount, stand as they were given.
export function fieldText({ label, value }: Field): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return /year/i.test(label) ? String(value) : count(value)
  if (typeof value === 'string') return textOf(value)
  const members = (value ?? {}) as Record<string, string | null | undefined>
  if (members['amount'] && members['currency']) return money(members as unknown as Amount)
  return addressLines.map((line) => members[line]).filter(Boolean).join(', ')
}

// An option of a list is written in one word (masonryNonCombustible), a date in ISO.
function textOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text)
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(text)) return text
  const words = text.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
