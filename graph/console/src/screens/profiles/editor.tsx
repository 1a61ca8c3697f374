import type { Choices, Member } from './members.ts'
import { Field } from '../../lib/parts.tsx'
import { textOf, valueOf, type Value, type Values } from './values.ts'

interface FieldsProps {
  members: readonly Member[]
  values: Values
  choices: Choices
  // The message of the violation at a member, by its pointer below the requirement: /deductibles/0/perils.
  errorAt(pointer: string): string | undefined
  at?: string
  onChange(values: Values): void
}

// Fields are the fields of members, as their kinds ask for.
export function Fields({ members, values, choices, errorAt, at = '', onChange }: FieldsProps) {
  return (
    <>
      {members.map((member) => (
        <One
          key={member.name}
          member={member}
          value={values[member.name]}
          choices={choices}
          errorAt={errorAt}
          at={`${at}/${member.name}`}
          onChange={(value) => onChange({ ...values, [member.name]: value })}
        />
      ))}
    </>
  )
}

interface OneProps {
  member: Member
  value: Value
  choices: Choices
  errorAt(pointer: string): string | undefined
  at: string
  onChange(value: Value): void
}

function One(props: OneProps) {
  const { member, value, choices, errorAt, at, onChange } = props
  switch (member.kind) {
    case 'group':
      return (
        <fieldset>
          <legend>{member.label}</legend>
          <Fields members={member.members!} values={(value ?? {}) as Values} choices={choices} errorAt={errorAt} at={at} onChange={onChange} />
        </fieldset>
      )
    case 'rows':
      return <Rows {...props} />
    case 'yes':
      return (
        <Field label={member.label} error={errorAt(at)}>
          <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        </Field>
      )
    case 'choice':
    case 'choices':
      return <Choose {...props} />
    default:
      return <Typed {...props} />
  }
}

// Typed keeps what is typed until the field is left: `1,` is on its way to `1,000`.
function Typed({ member, value, errorAt, at, onChange }: OneProps) {
  const hint = { money: 'Dollars, or an amount and a currency: 5000 EUR', texts: 'Separated by commas', jsons: 'Separated by commas' }[member.kind as string]
  return (
    <Field label={member.label} hint={hint} error={errorAt(at)}>
      <input value={textOf(member, value)} onChange={(event) => onChange(valueOf(member, event.currentTarget.value))} />
    </Field>
  )
}

function Choose({ member, value, choices, errorAt, at, onChange }: OneProps) {
  const many = member.kind === 'choices'
  const chosen = many ? ((value ?? []) as string[]) : [(value ?? '') as string]
  const options = choices[member.of!] ?? []
  return (
    <Field label={member.label} hint={many ? 'None for all or any' : undefined} error={errorAt(at)}>
      <select
        multiple={many}
        {...(many && { size: Math.min(6, options.length) })}
        onChange={(event) => {
          const picked = [...event.currentTarget.selectedOptions].map((option) => option.value)
          onChange(many ? picked : picked[0] || undefined)
        }}
      >
        {!many && <option value="">–</option>}
        {options.map(([known, name]) => (
          <option key={known} value={known} selected={chosen.includes(known)}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}

function Rows({ member, value, choices, errorAt, at, onChange }: OneProps) {
  const rows = (value ?? []) as Values[]
  return (
    <fieldset>
      <legend>{member.label}</legend>
      {rows.map((row, i) => (
        <fieldset key={i}>
          <legend>{i + 1}</legend>
          <Fields members={member.members!} values={row} choices={choices} errorAt={errorAt} at={`${at}/${i}`} onChange={(to) => onChange(rows.with(i, to))} />
          <button type="button" onClick={() => onChange(rows.filter((_, j) => j !== i))}>
            Remove {i + 1} of {member.label.toLowerCase()}
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => onChange([...rows, {}])}>
        Add to {member.label.toLowerCase()}
      </button>
    </fieldset>
  )
}
