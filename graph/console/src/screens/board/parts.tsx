import type { ComponentChildren } from 'preact'
import { count, money, type Amount } from '../../lib/format.ts'
import { Link, Loading, Money, Problem } from '../../lib/parts.tsx'
import type { Query } from '../../lib/query.ts'

// Loans are the amounts of loans, which lead to their cases.
export function Loans({ values, to, of }: { values: readonly Amount[]; to: string; of: string }) {
  if (values.length === 0) return <span class="quiet">$0</span>
  return (
    <Link to={to} class="count" aria-label={`Loans of ${of}: ${values.map(money).join(' and ')}`}>
      <Amounts values={values} />
    </Link>
  )
}

// Amounts are sums, one for each currency.
export function Amounts({ values }: { values: readonly Amount[] }) {
  if (values.length === 0) return <>$0</>
  return (
    <>
      {values.map((value, index) => (
        <span key={value.currency} class="nowrap">
          {index > 0 && ' + '}
          <Money value={value} />
        </span>
      ))}
    </>
  )
}

// Count is a number that leads to what it counts.
export function Count({ value, to, of }: { value: number; to: string; of: string }) {
  if (value === 0) return <span class="quiet">0</span>
  return (
    <Link to={to} class="count" aria-label={`${of}: ${count(value)}`}>
      {count(value)}
    </Link>
  )
}

// Share is a bar of a part of a whole; the number beside it says the same.
export function Share({ part, whole, tone }: { part: number; whole: number; tone: string }) {
  const width = whole > 0 ? (100 * part) / whole : 0
  return (
    <span class="share" aria-hidden="true">
      <span class={tone} style={{ width: `${width}%` }} />
    </span>
  )
}

// Part is a box of the board: what it reads comes when it comes, and fails alone.
export function Part<R>(props: { title: string; area: string; what: string; query: Query<R>; aside?: ComponentChildren; children(data: R): ComponentChildren }) {
  const { data, error, reload } = props.query
  return (
    <section class={`card at-${props.area}`} aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {data === undefined && !error && <Loading what={props.what} />}
      {data === undefined && error && <Problem refusal={error} retry={() => void reload()} />}
      {data !== undefined && props.children(data)}
    </section>
  )
}
