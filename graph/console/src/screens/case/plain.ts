import { day, money } from '../../lib/format.ts'

// plain is what a finding requires or found, with amounts and dates as they stand everywhere else on the page.
export function plain(text: string | null): string {
  if (!text) return '–'
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  if (amount && currency) return money({ amount, currency })
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? day(text) : text
}
