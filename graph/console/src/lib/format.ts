import { entered } from './state.ts'

export interface Amount {
  amount: string
  currency: string
}

// money is an amount in full; cents are shown where there are any. Currencies but the dollar have their code: EUR 100.
export function money({ amount, currency }: Amount): string {
  const whole = /^-?\d+(\.0+)?$/.test(amount)
  const options = { style: 'currency', currency, ...(whole && { maximumFractionDigits: 0 }) } as const
  return coded(options, amount)
}

function coded(options: Intl.NumberFormatOptions, amount: string): string {
  const display = options.currency === 'USD' ? 'symbol' : 'code'
  const format = new Intl.NumberFormat('en-US', { ...options, currencyDisplay: display })
  return format.format(amount as Intl.StringNumericLiteral).replace('\u00a0', ' ')
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}

// counted is a number and its noun: counted(1, 'case') is `1 case`.
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

// day is a calendar date, which has no time zone.
export function day(date: string | null | undefined): string {
  if (!date) return ''
  return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' })
}

// dayAndTime is an instant in the reader's own time zone.
export function dayAndTime(time: string | Date | null | undefined): string {
  if (!time) return ''
  return new Date(time).toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

export function timeOfDay(time: Date): string {
  return time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}

const dayLong = 86_400_000

// present is the time of what is shown: in a sandbox that of its clock. What draws it is drawn anew when the clock moves.
export const present = () => (entered.value ? new Date(entered.value.now) : new Date())

// isoDay is the date of `days` after today in UTC, as the server takes it.
export function isoDay(days = 0, today = present()): string {
  return new Date(today.getTime() + days * dayLong).toISOString().slice(0, 10)
}

// daysUntil is the number of days from today to a date, both in UTC.
export function daysUntil(date: string, today = present()): number {
  return Math.round((Date.parse(date.slice(0, 10)) - Date.parse(isoDay(0, today))) / dayLong)
}

// daysFromNow is `today`, `in 12 days` or `3 days ago`.
export function daysFromNow(date: string, today = present()): string {
  const days = daysUntil(date, today)
  if (days === 0) return 'today'
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`
}
