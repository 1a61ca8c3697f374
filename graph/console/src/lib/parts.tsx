// The small parts that every screen is made of.
import type { ComponentChildren } from 'preact'
import type { Verdict as VerdictValue } from '../gql/enums.ts'
import { counted, day, daysFromNow, dayAndTime, money, type Amount } from './format.ts'
import { verdictMeanings, verdictWords, word } from './words.ts'

export { Confirm } from './confirm.tsx'
export { Field } from './field.tsx'
export { Problem, Since } from './problem.tsx'
export { Table, type Column } from './table.tsx'

// Each verdict has a sign of its own, so that it can be told without colours.
export const verdictSigns: Record<VerdictValue, string> = { deficient: '✕', unknown: '?', waived: '~', compliant: '✓', notApplicable: '–' }

// Verdict is a verdict as a badge.
export function Verdict({ value }: { value: VerdictValue | null | undefined }) {
  if (!value) return <span class="quiet">–</span>
  return (
    <span class={`verdict ${value}`} title={word(verdictMeanings, value)}>
      <span aria-hidden="true">{verdictSigns[value]}</span> {word(verdictWords, value)}
    </span>
  )
}

// Status is a state as a badge; bad and good ones have a colour too.
export function Status({ text, tone }: { text: string; tone?: 'bad' | 'good' | 'warn' | undefined }) {
  return <span class={`status ${tone ?? ''}`}>{text}</span>
}

export function Money({ value }: { value: Amount | null | undefined }) {
  return value ? <span class="money">{money(value)}</span> : <span class="quiet">–</span>
}

// Day is a calendar date, with its distance from today on hover, or behind it.
export function Day({ value, distance }: { value: string | null | undefined; distance?: boolean }) {
  if (!value) return <span class="quiet">–</span>
  const far = daysFromNow(value)
  return (
    <time class="day" dateTime={value.slice(0, 10)} title={far}>
      {day(value)}
      {distance && <span class="quiet"> {far}</span>}
    </time>
  )
}

// Time is an instant in the reader's time zone.
export function Time({ value }: { value: string | null | undefined }) {
  if (!value) return <span class="quiet">–</span>
  return (
    <time class="day" dateTime={value} title={`${new Date(value).toISOString()} (UTC)`}>
      {dayAndTime(value)}
    </time>
  )
}

// Link leads to another screen of the console, without loading the page.
export function Link({ to, children, ...rest }: { to: string; children: ComponentChildren; class?: string; title?: string; 'aria-label'?: string }) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

export interface Chip<T extends string> {
  value: T
  label: string
  title?: string
}

// Chips are filters that are on or off: any number at once, or one at most.
export function Chips<T extends string>(props: { label: string; choices: readonly Chip<T>[]; chosen: readonly string[]; single?: boolean; onChange(chosen: T[]): void }) {
  const toggle = (value: T) => {
    const others = props.choices.map((chip) => chip.value).filter((each) => props.chosen.includes(each) && each !== value)
    props.onChange(props.chosen.includes(value) ? others : props.single ? [value] : [...others, value])
  }
  return (
    <div class="chips" role="group" aria-label={props.label}>
      {props.choices.map(({ value, label, title }) => (
        <button key={value} type="button" class="chip" aria-pressed={props.chosen.includes(value)} title={title} onClick={() => toggle(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}

// Total is how many the whole list has: every list shows its own, and the board's numbers lead to them.
export function Total({ value, one, many = `${one}s` }: { value: number; one: string; many?: string }) {
  return (
    <span class="total" data-total={value} aria-live="polite">
      {counted(value, one, many)}
    </span>
  )
}

// Loading says what is being read.
export function Loading({ what }: { what?: string }) {
  return (
    <p class="loading" role="status">
      {what ? `Reading ${what}…` : 'Reading…'}
    </p>
  )
}

// Empty says that there is nothing, and what that means.
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}
