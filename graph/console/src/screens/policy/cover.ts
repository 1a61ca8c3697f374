// Whether a policy covers today, and until or since when.
import { present } from '../../lib/format.ts'
import { dateOf, dayOf, deactivatedOn, spansOf, type Cancellation, type Span, type Version } from './line.ts'

export type Cover = {
  kind: 'covered' | 'cancelled' | 'over' | 'gap' | 'deactivated' | 'notStarted' | 'unknown'
  until?: string
  since?: string
}

type Notice = { cancellation: Cancellation | null }

export type Insured = {
  versions: readonly Version[]
  cancellation: Cancellation | null
  renewalNotices: readonly Notice[]
  termNumber: number
  deactivatedAt?: string | null
}

// cancellationsOf are those that the API tells of: the latest, and those that notices were tied to.
export function cancellationsOf(policy: Insured): Cancellation[] {
  const all = [policy.cancellation, ...policy.renewalNotices.map((n) => n.cancellation)].filter((c) => c !== null)
  return [...new Map(all.map((c) => [`${c.termNumber} ${c.effectiveDate}`, c])).values()]
}

// lineOf are the stretches of a policy: one that is deactivated covers nothing from then on.
export function lineOf(policy: Insured, today: number): Span[] {
  const spans = spansOf(policy.versions, cancellationsOf(policy), today)
  return policy.deactivatedAt == null ? spans : deactivatedOn(spans, dayOf(policy.deactivatedAt), policy.termNumber)
}

// coverToday is what the timeline says of a day. A term whose dates are all known goes before one of which they are not.
export function coverToday(policy: Insured, now = present()): Cover {
  const today = dayOf(now.toISOString())
  const spans = lineOf(policy, today)
  const isPossible = (s: Span) => s.kind === 'cover' && s.possibly === true
  const known = spans.findIndex((s) => contains(s, today) && !isPossible(s))
  const at = known >= 0 ? known : spans.findIndex((s) => contains(s, today))
  const span = spans[at]
  if (span === undefined) return notYet(spans, today)
  if (isPossible(span)) return { kind: 'unknown' }
  if (span.kind === 'cover') return { kind: 'covered', ...date('until', endOfCover(spans, at)) }
  return { kind: span.kind, ...date('since', span.from) }
}

function notYet(spans: readonly Span[], today: number): Cover {
  const first = spans[0]
  if (first?.from == null || first.from <= today) return { kind: 'unknown' }
  return { kind: 'notStarted', until: dateOf(first.from) }
}

// Cover that goes on without a day between ends when the last of it does.
function endOfCover(spans: readonly Span[], at: number): number | null {
  let end = spans[at]!.to
  for (const next of spans.slice(at + 1)) {
    if (next.kind !== 'cover' || next.possibly || next.from !== end) return end
    end = next.to
  }
  return end
}

function contains(span: Span, today: number): boolean {
  return (span.from === null || span.from <= today) && (span.to === null || today < span.to)
}

function date(member: 'until' | 'since', day: number | null): Partial<Cover> {
  return day === null ? {} : { [member]: dateOf(day) }
}
