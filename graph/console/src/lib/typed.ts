import type { Amount } from './format.ts'
import { Refusal, type Violation } from './graphql.ts'

// amountTyped is an amount as the server takes it: people write commas and signs of currencies.
export const amountTyped = (text: string) => text.replace(/[\s,$]/g, '')

// moneyTyped is an amount with its currency; undefined where nothing is typed.
export function moneyTyped(text: string, currency = 'USD'): Amount | undefined {
  const amount = amountTyped(text)
  return amount ? { amount, currency } : undefined
}

// written is an amount as people write it, with every digit.
export const written = (value: { amount: string } | null | undefined) =>
  value ? new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(value.amount as Intl.StringNumericLiteral) : ''

// Truth is what is chosen where the answer may not be known.
export type Truth = '' | 'yes' | 'no'

// truthTyped is the choice as the server takes it: null is not known.
export const truthTyped = (choice: Truth) => (choice ? choice === 'yes' : null)

// truthWritten is the choice that says what the server knows.
export const truthWritten = (value: boolean | null | undefined): Truth => (value === true ? 'yes' : value === false ? 'no' : '')

// At finds the refusals of a member of the input: at('/case/loanAmount'). It keeps which of them were asked for, and so stand at their fields.
export type At = ((pointer: string) => string | undefined) & { shown: Set<string> }

// pointed finds refusals by the pointers of the input, whichever part of the server they come from.
export function pointed(violations: readonly Violation[]): At {
  const all = violations.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/variables\/input(?=\/|$)/, ''), message }))
  const shown = new Set<string>()
  const find = (pointer: string) => {
    const exact = all.filter((one) => one.pointer === pointer)
    const found = exact.length > 0 ? exact : all.filter((one) => one.pointer.startsWith(`${pointer}/`)).slice(0, 1)
    for (const { message } of found) shown.add(message)
    return found.length > 0 ? [...new Set(found.map(({ message }) => message))].join(' ') : undefined
  }
  return Object.assign(find, { shown })
}

// under is a refusal of what is written first for a member of the input: what it says stands at that member.
export function under(refusal: Refusal, member: string): Refusal {
  const { status, code, message, requestId, violations } = refusal
  return new Refusal(status, code, message, requestId, violations.map((one) => ({ ...one, pointer: `/${member}` })))
}
