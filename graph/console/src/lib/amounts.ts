import type { Amount } from './format.ts'

// Amounts are decimal strings of any length, so that they are added digit by digit and no cent is lost.
function parts(amount: string): { digits: bigint; places: number } {
  const [whole = '0', fraction = ''] = amount.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

function add(a: string, b: string): string {
  const left = parts(a)
  const right = parts(b)
  const places = Math.max(left.places, right.places)
  const scaled = ({ digits, places: own }: typeof left) => digits * 10n ** BigInt(places - own)
  const sum = scaled(left) + scaled(right)
  const text = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0')
  const sign = sum < 0n ? '-' : ''
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

// sums adds amounts, one sum for each currency: US dollars first, then the others by their codes.
export function sums(amounts: readonly Amount[]): Amount[] {
  const byCurrency = new Map<string, string>()
  for (const { amount, currency } of amounts) byCurrency.set(currency, add(byCurrency.get(currency) ?? '0', amount))
  return [...byCurrency].map(([currency, amount]) => ({ amount, currency })).sort(byCode)
}

function byCode(a: Amount, b: Amount): number {
  if ((a.currency === 'USD') !== (b.currency === 'USD')) return a.currency === 'USD' ? -1 : 1
  return a.currency < b.currency ? -1 : 1
}

// dollars is the number of US dollars among amounts, to compare and to draw with; it is not exact.
export function dollars(amounts: readonly Amount[]): number {
  return Number(amounts.find(({ currency }) => currency === 'USD')?.amount ?? 0)
}
