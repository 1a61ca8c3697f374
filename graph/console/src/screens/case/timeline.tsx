import { href } from '../../lib/address.ts'
import { day, dayAndTime } from '../../lib/format.ts'
import { Link, Loading, Problem } from '../../lib/parts.tsx'
import { ownDates } from './past.ts'
import { useShown } from './shown.ts'
import { byDay, merge, type Happening } from './history.ts'
import { useTrail } from './trail.ts'

const timeOf = (at: string) => new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
const dayOf = (at: string) => day(new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString())

// Timeline is everything that happened to the case and what is on it, the latest first.
export function Timeline() {
  const { facts, notices, names } = useShown()
  const trail = useTrail()
  const events = merge(trail.pages, ownDates(facts, notices, names))
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">What happened</h2>
      {trail.error && <Problem refusal={trail.error} retry={trail.again} />}
      {trail.pages.length === 0 && trail.loading && <Loading what="what happened" />}
      <ol class="plain timeline">
        {trail.pages.length > 0 && byDay(events, dayOf).map(({ day, events }) => <OneDay key={day} day={day} events={events} />)}
      </ol>
      {trail.more && (
        <button type="button" disabled={trail.loading} onClick={trail.more}>
          {trail.loading ? 'Reading…' : 'Show earlier'}
        </button>
      )}
    </section>
  )
}

function OneDay({ day, events }: { day: string; events: Happening[] }) {
  return (
    <li>
      <h3>{day}</h3>
      <ul class="plain entries">
        {events.map((event) => (
          <li key={event.key}>
            {event.text}
            <div class="quiet" title={dayAndTime(event.at)}>
              {timeOf(event.at)}
              {event.who && `, ${event.who}`}
              {event.requestId && (
                <>
                  {', '}
                  <Link to={href('look-up', { q: event.requestId })} title="Everything that this request did">
                    request
                  </Link>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </li>
  )
}
