// A policy's timeline: what was covered when, and where there was nothing. A day is a number, so that days can be
// compared and drawn; a term covers from its first day up to, not including, the day on which it ends.

export type Version = {
  versionNumber: number
  termNumber: number
  startDate?: string | null
  endDate?: string | null
}

export type Cancellation = {
  termNumber: number
  effectiveDate: string
  reinstatedOn?: string | null
}

// Span is a stretch of the line; no `from` or `to` is a day that nobody knows, or that has not come. `possibly` is of a term whose
// dates are not all known.
export type Span = {
  kind: 'cover' | 'gap' | 'cancelled' | 'over' | 'deactivated'
  term: number
  from: number | null
  to: number | null
  possibly?: boolean
}

const dayLength = 86_400_000

// dayOf is the day of a date or time, counted from 1970 in UTC.
export function dayOf(date: string): number {
  return Math.floor(Date.parse(date) / dayLength)
}

// dateOf is the date of a day, as the API writes it.
export function dateOf(day: number): string {
  return new Date(day * dayLength).toISOString()
}

// spansOf are the stretches of all terms, in order. Of a term the latest version counts.
export function spansOf(versions: readonly Version[], cancellations: readonly Cancellation[], today: number): Span[] {
  const terms = latestOfTerms(versions).filter((v) => v.startDate != null || v.endDate != null)
  const spans: Span[] = []
  terms.forEach((version, i) => {
    const next = terms[i + 1]
    const nextStart = next?.startDate == null ? null : dayOf(next.startDate)
    const from = version.startDate == null ? null : dayOf(version.startDate)
    const end = version.endDate == null ? null : dayOf(version.endDate)
    const to = earlier(end, nextStart)
    // Dates may have been corrected since, to before a cancellation.
    const ofTerm = cancellations.filter((c) => c.termNumber === version.termNumber && (to === null || dayOf(c.effectiveDate) < to))
    spans.push(...coverOf({ kind: 'cover', term: version.termNumber, from, to, possibly: from === null || end === null }, ofTerm))
    if (end === null) return
    if (nextStart !== null && nextStart > end) spans.push({ kind: 'gap', term: next!.termNumber, from: end, to: nextStart })
    if (next === undefined && end <= today) spans.push({ kind: 'over', term: version.termNumber, from: end, to: null })
  })
  return spans
}

// deactivatedOn cuts the stretches on the day on which the policy was deactivated. What has ended its cover before goes on.
export function deactivatedOn(spans: readonly Span[], on: number, term: number): Span[] {
  const before = spans.filter((s) => s.from === null || s.from < on).map((s) => ({ ...s, to: earlier(s.to, on) }))
  const last = before.at(-1)
  if (last?.kind === 'over' || last?.kind === 'cancelled') return [...before.slice(0, -1), { ...last, to: null }]
  return [...before, { kind: 'deactivated', term: last?.term ?? term, from: on, to: null }]
}

// lengthOf is how many days a stretch has; null if an end of it is not known.
export function lengthOf(span: Span): number | null {
  return span.from === null || span.to === null ? null : span.to - span.from
}

function latestOfTerms(versions: readonly Version[]): Version[] {
  const latest = new Map<number, Version>()
  for (const v of [...versions].sort((a, b) => a.versionNumber - b.versionNumber)) latest.set(v.termNumber, v)
  return [...latest.values()].sort((a, b) => a.termNumber - b.termNumber)
}

function coverOf(term: Span, cancellations: readonly Cancellation[]): Span[] {
  const spans: Span[] = []
  let from = term.from
  for (const c of [...cancellations].sort((a, b) => dayOf(a.effectiveDate) - dayOf(b.effectiveDate))) {
    const start = dayOf(c.effectiveDate)
    const end = earlier(c.reinstatedOn == null ? null : dayOf(c.reinstatedOn), term.to)
    if (from === null || from < start) spans.push({ ...term, from, to: start })
    if (end === null || end > start) spans.push({ ...term, kind: 'cancelled', from: start, to: end })
    if (end === term.to) return spans
    from = end
  }
  spans.push({ ...term, from })
  return spans
}

// The earlier of two days; a day that is not known is none.
function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

// Axis is what of time is drawn, and where on it a day is, in per cent.
export class Axis {
  readonly from: number
  readonly to: number

  constructor(days: readonly number[]) {
    const first = Math.min(...days)
    const last = Math.max(...days)
    const margin = Math.max(10, Math.round((last - first) * 0.03))
    this.from = first - margin
    this.to = last + margin
  }

  // The place of a day; what is not known is at the end that is given.
  place(day: number | null, unknown: 'start' | 'end' = 'end'): number {
    if (day === null) return unknown === 'start' ? 0 : 100
    return Math.min(100, Math.max(0, ((day - this.from) / (this.to - this.from)) * 100))
  }

  // The beginnings of months, quarters or years: at most eight.
  ticks(): { day: number; label: string }[] {
    const months = [1, 3, 6, 12, 24, 60, 120].find((step) => (this.to - this.from) / (step * 30.4) <= 8) ?? 240
    const ticks = []
    const start = new Date(this.from * dayLength)
    for (let month = start.getUTCFullYear() * 12 + start.getUTCMonth() + 1; ; month++) {
      if (month % months !== 0) continue
      const at = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
      const day = at.getTime() / dayLength
      if (day >= this.to) return ticks
      const year = String(at.getUTCFullYear())
      ticks.push({ day, label: months >= 12 ? year : `${at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })} ${year}` })
    }
  }
}
