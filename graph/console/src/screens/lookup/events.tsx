import { useState } from 'preact/hooks'
import { LookUpEventsDocument } from '../../gql/graphql.ts'
import { href } from '../../lib/address.ts'
import { ask, type Refusal } from '../../lib/graphql.ts'
import { Empty, Link, Loading, Problem, Since, Time } from '../../lib/parts.tsx'
import { refusalOf, useQuery } from '../../lib/query.ts'
import { memberWord } from '../../lib/trail.ts'
import { actorText, actorWords, word } from '../../lib/words.ts'
import { changed } from './changes.ts'
import { acted, spaced } from './record.ts'
import type { Event } from './search.ts'

// Events are entries of the audit trail: when, who, what, on which record if that is not clear, and how its members
// changed.
export function Events({ events, about }: { events: readonly Event[]; about?: string | undefined }) {
  return (
    <ol class="events">
      {events.map((event) => (
        <li key={event.id}>
          <Time value={event.at} /> <strong>{acted(event.action)}</strong> by{' '}
          {event.actorId ? <Link to={href('look-up', { q: event.actorId })}>{event.actorName}</Link> : event.actorName}{' '}
          {actorText(event.actorName, event.actorKind) !== event.actorName && <span class="quiet">({word(actorWords, event.actorKind).toLowerCase()})</span>}
          <Changes event={event} />
          <p class="quiet">
            {event.subjectId && event.subjectId !== about && (
              <>
                {spaced(event.subjectType)} <Link to={href('look-up', { q: event.subjectId })}>{event.subjectId}</Link>,{' '}
              </>
            )}
            Request <Link to={href('look-up', { q: event.requestId })}>{event.requestId}</Link>
          </p>
        </li>
      ))}
    </ol>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Changes({ event }: { event: Event }) {
  const members = changed(event.changes)
  if (members.length === 0) return null
  return (
    <ul class="changes">
      {members.map(({ member, from, to }) => (
        <li key={member}>
          {capital(memberWord(member))}:{' '}
          {from !== undefined && (
            <>
              <del>{from}</del> →{' '}
            </>
          )}
          {to}
        </li>
      ))}
    </ul>
  )
}

interface Older {
  first: unknown
  events: Event[]
  after: string | null | undefined
  busy: boolean
  refusal?: Refusal
}

// History are the events about a record, or of an actor, in one portfolio, latest first, page by page.
export function History({ portfolio, member, id, none }: { portfolio: string; member: 'subject' | 'actor'; id: string; none: string }) {
  const filter = { [member]: [id] }
  const query = useQuery(LookUpEventsDocument, { filter }, portfolio)
  const [kept, keep] = useState<Older>()
  if (query.error && !query.data) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!query.data) return <Loading what="what happened" />
  const { nodes, pageInfo } = query.data.auditEvents
  const older = kept?.first === query.data ? kept : { first: query.data, events: [], after: pageInfo.endCursor, busy: false }

  async function read() {
    keep({ first: older.first, events: older.events, after: older.after, busy: true })
    try {
      const { auditEvents } = await ask(LookUpEventsDocument, { filter, after: older.after ?? null }, { portfolio })
      keep({ first: older.first, events: [...older.events, ...auditEvents.nodes], after: auditEvents.pageInfo.endCursor, busy: false })
    } catch (error) {
      keep({ ...older, busy: false, refusal: refusalOf(error) })
    }
  }
  return (
    <>
      {nodes.length === 0 ? <Empty>{none}</Empty> : <Events events={[...nodes, ...older.events]} about={id} />}
      {older.refusal && <Problem refusal={older.refusal} />}
      {older.after && (
        <button type="button" onClick={() => void read()} disabled={older.busy}>
          {older.busy ? 'Reading…' : 'Show older'}
        </button>
      )}{' '}
      <Since query={query} />
    </>
  )
}
