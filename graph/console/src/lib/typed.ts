import type { Amount } from './format.ts'
import type { Violation } from './graphql.ts'

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

// At finds the refusal of a member of the input: at('/case/loanAmount'). It keeps which of them were asked for, and so stand at their fields.
export type At = ((pointer: string) => string | undefined) & { shown: Set<string> }

// pointed finds refusals by the pointers of the input, whichever part of the server they come from.
export function pointed(violations: readonly Violation[]): At {
  const all = violations.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/variables\/input(?=\/|$)/, ''), message }))
  const shown = new Set<string>()
  const find = (pointer: string) => {
    const message = all.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))?.message
    if (message !== undefined) shown.add(message)
    return message
  }
  return Object.assign(find, { shown })
}
