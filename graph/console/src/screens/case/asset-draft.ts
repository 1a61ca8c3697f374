import { written } from '../../lib/typed.ts'

// valuesOf are the fields of an asset as the form has them: an address by `key.member`.
export function valuesOf(fields: readonly { key: string; value: unknown }[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { key, value } of fields) {
    if (typeof value === 'boolean') values[key] = value ? 'yes' : 'no'
    else if (value !== null && typeof value === 'object') {
      const members = value as Record<string, string | null>
      if (members['currency']) {
        values[key] = written({ amount: members['amount'] ?? '' })
        values[`${key}.currency`] = members['currency']
      } else for (const [member, text] of Object.entries(members)) if (text) values[`${key}.${member}`] = text
    } else if (value !== null && value !== undefined) values[key] = String(value)
  }
  return values
}
