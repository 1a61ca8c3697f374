import { counted, day, present } from '../../lib/format.ts'
import { noticeStateWords, stepWords, versionWords, word } from '../../lib/words.ts'
import { lineOf } from './cover.ts'
import { Axis, dateOf, dayOf, lengthOf, type Span } from './line.ts'
import type { Policy } from './types.ts'

const kindWords: Record<Span['kind'], string> = {
  cover: 'Covered',
  gap: 'Not covered: gap between terms',
  cancelled: 'Not covered: cancelled',
  over: 'Not covered: the term has ended',
  deactivated: 'Not covered: deactivated',
}

// Timeline is the policy's life as a picture, and the same as a table for those who do not see it.
export function Timeline({ policy }: { policy: Policy }) {
  const today = dayOf(present().toISOString())
  const spans = lineOf(policy, today)
  const notices = policy.renewalNotices.filter((n) => n.state !== 'cancelled' && n.state !== 'skipped')
  const days = [
    ...spans.flatMap((s) => [s.from, s.to]),
    ...policy.versions.map((v) => dayOf(v.createdAt)),
    ...notices.map((n) => dayOf(n.dueAt)),
  ].filter((d) => d !== null)
  const axis = new Axis([today, ...days])
  return (
    <section class="card">
      <h2>Timeline</h2>
      <div class="life" aria-hidden="true">
        <Ticks axis={axis} today={today} />
        <div class="lane" data-name="Cover">
          {spans.map((s) => (
            <Bar key={`${s.term} ${s.kind} ${s.from}`} span={s} axis={axis} />
          ))}
        </div>
        <div class="lane" data-name="Versions">
          {policy.versions.map((v) => (
            <Mark
              key={v.id}
              axis={axis}
              at={v.createdAt}
              kind={v.isCurrent ? 'now' : 'past'}
              label={`v${v.versionNumber}`}
              title={`Version ${v.versionNumber}: ${word(versionWords, v.reason)}, recorded ${day(v.createdAt)}`}
            />
          ))}
        </div>
        <div class="lane" data-name="Notices">
          {notices.map((n) => (
            <Mark
              key={n.id}
              axis={axis}
              at={n.dueAt}
              kind={n.state === 'planned' ? 'open' : n.state === 'failed' ? 'bad' : 'past'}
              label=""
              title={`${word(stepWords, n.step)}, ${day(n.dueAt)}: ${word(noticeStateWords, n.state)}`}
            />
          ))}
        </div>
      </div>
      <Holes spans={spans} />
      <Facts spans={spans} />
    </section>
  )
}

function Ticks({ axis, today }: { axis: Axis; today: number }) {
  return (
    <div class="ticks">
      {axis.ticks().map((t) => (
        <span key={t.day} class="tick" style={{ left: `${axis.place(t.day)}%` }}>
          {t.label}
        </span>
      ))}
      <span class="tick today" style={{ left: `${axis.place(today)}%` }}>
        Today
      </span>
    </div>
  )
}

// A bar of less per cent has no room for its words; they are in the list below.
const tooNarrow = 5

function Bar({ span, axis }: { span: Span; axis: Axis }) {
  const left = axis.place(span.from, 'start')
  const width = axis.place(span.to) - left
  const label = { cover: `Term ${span.term}`, gap: `${lengthOf(span)} days`, cancelled: 'Cancelled', over: 'Over', deactivated: 'Deactivated' }[span.kind]
  return (
    <span
      class={`bar ${span.kind}`}
      style={{ left: `${left}%`, width: `${width}%` }}
      title={`${kindWords[span.kind]}: ${range(span)}`}
    >
      {width < tooNarrow ? '' : label}
    </span>
  )
}

function Mark({ axis, at, kind, label, title }: { axis: Axis; at: string; kind: string; label: string; title: string }) {
  return (
    <span class={`mark ${kind}`} style={{ left: `${axis.place(dayOf(at))}%` }} title={title}>
      {label}
    </span>
  )
}

// Holes are what must not be overlooked, however narrow it is in the picture.
function Holes({ spans }: { spans: readonly Span[] }) {
  const holes = spans.filter((s) => s.kind !== 'cover')
  if (holes.length === 0) return null
  return (
    <ul class="plain">
      {holes.map((s) => (
        <li key={`${s.kind} ${s.from}`} class="bad">
          <span aria-hidden="true">✕</span> {kindWords[s.kind]} {range(s)}
          {lengthOf(s) !== null && `, ${counted(lengthOf(s)!, 'day')}`}
        </li>
      ))}
    </ul>
  )
}

function Facts({ spans }: { spans: readonly Span[] }) {
  if (spans.length === 0) return <p class="empty">The dates of this policy are not known, so there is no line to draw.</p>
  return (
    <details>
      <summary>As a table</summary>
      <table>
        <caption class="hidden">What was covered when</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">What</th>
            <th scope="col">Term</th>
            <th scope="col" class="number">
              Days
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map((s) => (
            <tr key={`${s.term} ${s.kind} ${s.from}`}>
              <td>{s.from === null ? 'not known' : day(dateOf(s.from))}</td>
              <td>{s.to === null ? (s.kind === 'over' || s.kind === 'deactivated' ? 'today' : 'not known') : day(dateOf(s.to))}</td>
              <td>{kindWords[s.kind]}</td>
              <td>{s.term}</td>
              <td class="number">{lengthOf(s)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function range(span: Span): string {
  const from = span.from === null ? '' : `from ${day(dateOf(span.from))} `
  return from + (span.to === null ? '' : `to ${day(dateOf(span.to))}`)
}
