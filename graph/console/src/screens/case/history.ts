// A filter takes so many ids.
export const subjectsAtMost = 100

export interface Happening {
  key: string
  subject: string
  at: string
  text: string
  who?: string | undefined
  requestId?: string | undefined
}

export interface EventPage {
  events: Happening[]
  cursor: string | null
}

// Of records that were loaded in bulk the trail has nothing: what their own dates say stands in. It is the same event
// if it is of the same moment, or says the same of the same record.
const sameEvent = (a: Happening) => [a.key, `${a.subject}@${a.at}`, `${a.subject}: ${a.text}`]

// merge puts pages of the trail (newest first) and what the records' own dates say in one order, newest first. What is
// older than the last event of a page that goes on is left out until the next page is read: something may come between.
export function merge(pages: EventPage[], own: Happening[]): Happening[] {
  const told = pages.flatMap((page) => page.events)
  const known = new Set(told.flatMap(sameEvent))
  const all = [...told, ...own.filter((event) => !sameEvent(event).some((same) => known.has(same)))]
  const from = readUntil(pages)
  return all.filter((event) => event.at >= from).toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

function readUntil(pages: EventPage[]): string {
  const open = pages.filter((page) => page.cursor !== null).map((page) => page.events.at(-1)?.at ?? '')
  return open.reduce((a, b) => (a > b ? a : b), '')
}

export interface Day {
  day: string
  events: Happening[]
}

// byDay groups what is in order, in the reader's own days.
export function byDay(events: Happening[], dayOf: (time: string) => string): Day[] {
  const days: Day[] = []
  for (const event of events) {
    const day = dayOf(event.at)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}

// chunks splits ids: a filter takes so many at most.
export function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
