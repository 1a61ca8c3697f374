import { useEffect, useRef, useState } from 'preact/hooks'
import { CaseTimelineDocument, type CaseTimelineQuery } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { ask, type Refusal } from '../../lib/graphql.ts'
import { refusalOf, retryIn } from '../../lib/query.ts'
import { describe, type Changes } from './event-words.ts'
import { useShown } from './shown.ts'
import { chunks, subjectsAtMost, type EventPage, type Happening } from './history.ts'

const pageOf = 50

type Event = CaseTimelineQuery['auditEvents']['nodes'][number]

interface Trail {
  pages: EventPage[]
  loading: boolean
  error?: Refusal
}

// useTrail reads the audit events of the case and of what is on it, page by page, and what is shown again when the case
// has changed.
export function useTrail() {
  const { facts, notices, placements, subjects, names, revision } = useShown()
  const [trail, setTrail] = useState<Trail>({ pages: [], loading: true })
  const latest = useRef(0)
  const onIt = [facts.policies, facts.waivers, facts.tasks, facts.assets, facts.documents, notices, placements].flat().map(({ id }) => id)
  const groups = chunks([facts.id, ...subjects, ...onIt], subjectsAtMost)

  async function read(before: EventPage[], size: number) {
    const mine = ++latest.current
    setTrail((old) => ({ pages: old.pages, loading: true }))
    try {
      const pages = await Promise.all(groups.map((group, i) => next(group, before[i], size, names)))
      if (mine === latest.current) setTrail({ pages, loading: false })
    } catch (error) {
      if (mine === latest.current) setTrail((old) => ({ ...old, loading: false, error: refusalOf(error) }))
    }
  }

  // As much as is shown already is read again, so that nothing disappears under the reader's eyes.
  const shown = Math.max(pageOf, ...trail.pages.map((page) => page.events.length))
  useEffect(() => void read([], Math.min(shown, 200)), [revision, groups.flat().join()])
  const wait = retryIn(trail.error)
  useEffect(() => {
    if (wait === undefined || trail.loading) return
    const timer = setTimeout(() => void read([], Math.min(shown, 200)), wait)
    return () => clearTimeout(timer)
  }, [wait, trail.loading])
  const more = trail.pages.some((page) => page.cursor !== null)
  return { ...trail, again: () => void read([], pageOf), more: more ? () => void read(trail.pages, pageOf) : undefined }
}

// next is a group's events with its next page; a group without one stays as it is.
async function next(subjects: string[], before: EventPage | undefined, first: number, names: Map<string, string>): Promise<EventPage> {
  if (before && before.cursor === null) return before
  const after = before?.cursor
  const { auditEvents } = await ask(CaseTimelineDocument, { subjects, first, ...(after && { after }) }, { portfolio: portfolioOfAddress() })
  const events = auditEvents.nodes.map((event) => told(event, names))
  return {
    events: [...(before?.events ?? []), ...events],
    cursor: auditEvents.pageInfo.hasNextPage ? auditEvents.pageInfo.endCursor : null,
  }
}

function told(event: Event, names: Map<string, string>): Happening {
  const who = event.actorKind === 'system' ? 'covertrack' : event.actorName
  return {
    key: event.id,
    subject: event.subjectId ?? '',
    at: event.at,
    who,
    requestId: event.requestId,
    text: describe(event.action, event.changes as Changes | null, names.get(event.subjectId ?? '')),
  }
}
