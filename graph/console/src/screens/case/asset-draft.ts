import { valueOf, type AssetDraft, type AssetType, type FieldType } from '../new-case/case-draft.ts'
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

type Values = AssetDraft['values']

// typedValues are the values that differ from those that are recorded: only they are kept and sent.
export const typedValues = (recorded: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== (recorded[key] ?? '')))

// changedFields are the fields that were typed to another value; one that was emptied is null.
export function changedFields(type: AssetType | undefined, recorded: Values, typed: Values): { fieldType: string; value: unknown }[] {
  const value = (field: FieldType, values: Values) => valueOf(field, values) ?? null
  return (type?.fieldTypes ?? [])
    .filter((field) => JSON.stringify(value(field, recorded)) !== JSON.stringify(value(field, { ...recorded, ...typed })))
    .map((field) => ({ fieldType: field.key, value: value(field, { ...recorded, ...typed }) }))
}
