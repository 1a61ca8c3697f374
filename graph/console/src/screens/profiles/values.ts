import { day, money, type Amount } from '../../lib/format.ts'
import { written } from '../../lib/typed.ts'
import type { Choices, Member } from './members.ts'

// A Value is what a member has: it is read and sent in one form.
export type Value = unknown
export type Values = Readonly<Record<string, Value>>

const isNothing = (value: Value) =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)

// given is a value without what asks nothing; undefined if it asks nothing at all.
export function given(member: Member, value: Value): Value {
  if (member.kind === 'group') return givenValues(member.members!, value as Values | undefined)
  if (member.kind === 'rows') return ((value ?? []) as Values[]).map((row) => givenValues(member.members!, row) ?? {})
  return isNothing(value) ? undefined : value
}

// givenValues are the members that ask something; undefined if none does.
export function givenValues(members: readonly Member[], values: Values | null | undefined): Values | undefined {
  const found = members.map((member) => [member.name, given(member, values?.[member.name])] as const).filter(([, value]) => !isNothing(value))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

// said is a value in words.
export function said(member: Member, value: Value, choices: Choices): string {
  const name = (of: Value) => choices[member.of ?? '']?.find(([known]) => known === of)?.[1] ?? String(of)
  switch (member.kind) {
    case 'money':
      return money(value as Amount)
    case 'percent':
      return `${String(value).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}%`
    case 'yes':
      return 'Yes'
    case 'choice':
      return name(value)
    case 'choices':
      return (value as Value[]).map(name).join(', ')
    case 'json':
      return spoken(value)
    case 'jsons':
      return (value as Value[]).map(spoken).join(' or ')
    case 'texts':
      return (value as string[]).join(', ')
    case 'group':
      return lines(member.members!, value as Values, choices).map(([label, text]) => `${label}: ${text}`).join('; ')
    case 'rows':
      return (value as Values[]).map((row) => lines(member.members!, row, choices).map(([label, text]) => `${label}: ${text}`).join(', ')).join('; ')
    default:
      return String(value)
  }
}

// spoken is the value of a field of an asset, of whatever kind, as people write it.
function spoken(value: Value): string {
  if (isAmount(value)) return money(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value
}

const isAmount = (value: Value): value is Amount => typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value

// amountText is an amount as one types it; what was typed and is none stays.
function amountText({ amount, currency }: Amount): string {
  const text = /^\d+(\.\d{1,4})?$/.test(amount) ? written({ amount }) : amount
  return currency === 'USD' ? text : `${text} ${currency}`
}

// fieldText is the value of a field as one types it. An amount has its currency, by which it is told from a number.
const fieldText = (value: Value) => (typeof value === 'string' ? value : isAmount(value) ? `${value.amount} ${value.currency}` : JSON.stringify(value))

// lines are the labels and words of the members that ask something.
export function lines(members: readonly Member[], values: Values, choices: Choices): [label: string, text: string][] {
  return members.flatMap((member) => {
    const value = given(member, values[member.name])
    return isNothing(value) ? [] : [[member.label, said(member, value, choices)] as [string, string]]
  })
}

// textOf is a value as one types it.
export function textOf(member: Member, value: Value): string {
  if (isNothing(value)) return ''
  switch (member.kind) {
    case 'money':
      return amountText(value as Amount)
    case 'texts':
      return (value as string[]).join(', ')
    case 'json':
      return fieldText(value)
    case 'jsons':
      return (value as Value[]).map(fieldText).join(', ')
    default:
      return String(value)
  }
}

const parts = (text: string) => text.split(',').map((each) => each.trim()).filter(Boolean)

// valueOf is what was typed; what is not understood is sent as it is, and the server says what is wrong.
export function valueOf(member: Member, text: string): Value {
  const typed = text.trim()
  if (typed === '' && member.kind !== 'texts') return undefined
  switch (member.kind) {
    case 'money': {
      const [amount = '', currency = 'USD'] = typed.replace(/[$,]/g, '').split(/\s+/)
      return { amount, currency: currency.toUpperCase() }
    }
    case 'number':
      return Number(typed)
    case 'percent':
      return typed.replace('%', '').trim()
    case 'texts':
      return parts(typed)
    case 'json':
      return json(typed)
    case 'jsons':
      return parts(typed).map(json)
    default:
      return text
  }
}

function json(text: string): Value {
  if (/^\$?[\d,]+(\.\d+)?( [A-Za-z]{3})$/.test(text)) return valueOf({ name: '', label: '', kind: 'money' }, text)
  try {
    return JSON.parse(text) as Value
  } catch {
    return text
  }
}
