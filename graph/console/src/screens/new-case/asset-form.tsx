import { Field } from '../../lib/parts.tsx'
import { addressMembers, fieldAt, type AssetDraft, type AssetType, type FieldType } from './case-draft.ts'

interface AssetFormProps {
  types: readonly AssetType[]
  draft: AssetDraft
  number: number
  // The refusal of a member of the asset: errorAt('/assetType').
  errorAt(pointer: string): string | undefined
  onChange(draft: AssetDraft): void
  onRemove(): void
}

// What the type requires, and the values that limits are measured by.
const isAsked = ({ required, kind }: FieldType) => required || kind === 'money'

// AssetForm is what is known of an asset: what its type asks for first, the rest when it is opened.
export function AssetForm({ types, draft, number, errorAt, onChange, onRemove }: AssetFormProps) {
  const type = types.find(({ key }) => key === draft.type)
  const asked = type?.fieldTypes.filter(isAsked) ?? []
  const rest = type?.fieldTypes.filter((field) => !isAsked(field)) ?? []
  const errorOf = (key: string, below = '') => {
    const at = fieldAt(type, draft, key)
    return at === undefined ? undefined : errorAt(`/fields/${at}${below}`)
  }
  return (
    <fieldset class="asset-form">
      <legend>Asset {number}</legend>
      <Field label="Type" error={errorAt('/assetType')}>
        <select value={draft.type} onChange={(event) => onChange({ ...draft, type: event.currentTarget.value })}>
          <option value="">Choose…</option>
          {types.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {type && <AssetFields fields={asked} draft={draft} errorOf={errorOf} onChange={onChange} />}
      {type && rest.length > 0 && (
        <details>
          <summary>More about it ({rest.length})</summary>
          <AssetFields fields={rest} draft={draft} errorOf={errorOf} onChange={onChange} />
        </details>
      )}
      <button type="button" class="link" onClick={onRemove}>
        Remove asset {number}
      </button>
    </fieldset>
  )
}

interface AssetFieldsProps extends Pick<AssetFormProps, 'draft' | 'onChange'> {
  fields: readonly FieldType[]
  // The refusal of a field by its key, or of what is below it.
  errorOf(key: string, below?: string): string | undefined
}

// AssetFields are inputs for fields of an asset.
export function AssetFields({ fields, draft, errorOf, onChange }: AssetFieldsProps) {
  const set = (key: string, value: string) => onChange({ ...draft, values: { ...draft.values, [key]: value } })
  return (
    <div class="fields">
      {fields.map((field) =>
        field.kind === 'address' ? (
          <AddressFields key={field.key} field={field} values={draft.values} errorOf={errorOf} set={set} />
        ) : (
          <Field key={field.key} label={labelOf(field, draft.values)} error={errorOf(field.key)}>
            {inputFor(field, draft.values[field.key] ?? '', (value) => set(field.key, value))}
          </Field>
        ),
      )}
    </div>
  )
}

const labelOf = ({ key, label, kind }: FieldType, values: AssetDraft['values']) => (kind === 'money' ? `${label}, ${values[`${key}.currency`] ?? 'USD'}` : label)

interface AddressFieldsProps extends Pick<AssetFieldsProps, 'errorOf'> {
  field: FieldType
  values: AssetDraft['values']
  set(key: string, value: string): void
}

function AddressFields({ field, values, errorOf, set }: AddressFieldsProps) {
  const errors = addressMembers.map(([member]) => errorOf(field.key, `/value/${member}`))
  const whole = errors.some(Boolean) ? undefined : errorOf(field.key)
  return (
    <>
      {addressMembers.map(([member, label], i) => (
        <Field key={member} label={field.label === 'Address' ? label : `${field.label}: ${label}`} error={errors[i] ?? (i === 0 ? whole : undefined)}>
          <input value={values[`${field.key}.${member}`] ?? ''} onInput={(event) => set(`${field.key}.${member}`, event.currentTarget.value)} />
        </Field>
      ))}
    </>
  )
}

// inputFor is the input of a field, by what its values look like.
function inputFor(field: FieldType, value: string, set: (value: string) => void) {
  const typed = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  switch (field.kind) {
    case 'enum':
    case 'boolean': {
      const options = field.kind === 'boolean' ? ['yes', 'no'] : field.options
      return (
        <select value={value} onChange={typed}>
          <option value="">Not known</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {plainOption(option)}
            </option>
          ))}
        </select>
      )
    }
    case 'date':
      return <input type="date" value={value} onInput={typed} />
    case 'text':
      return <textarea rows={2} value={value} onInput={typed} />
    case 'integer':
    case 'number':
    case 'money':
      return <input inputMode="decimal" value={value} onInput={typed} />
    default:
      return <input value={value} onInput={typed} />
  }
}

// An option of a list is written in one word: masonryNonCombustible.
function plainOption(option: string): string {
  const words = option.replace(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
