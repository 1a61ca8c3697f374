// The order of work: what is late, and which task comes next.
import { day as dayWords } from '../../lib/format.ts'

type Due = { id: string; dueAt?: string | null; state?: string }

const day = 86_400_000

// isOver reports whether nothing is left to do.
function isOver(task: Due): boolean {
  return task.state === 'completed' || task.state === 'cancelled'
}

// isLate reports whether the task should have been done before today. A task has the whole of its day, in UTC.
export function isLate(task: Due, now: Date): boolean {
  return !isOver(task) && daysLeft(task, now) < 0
}

// daysLeft is how many days a task has: 0 today, less than that if it is late, infinitely many without a date.
export function daysLeft(task: Due, now: Date): number {
  if (task.dueAt == null) return Infinity
  return Math.floor(Date.parse(task.dueAt) / day) - Math.floor(now.getTime() / day)
}

// dueWords is when a task is due, as people say it.
export function dueWords(task: Due, now: Date): string {
  const left = daysLeft(task, now)
  if (left === Infinity) return 'no date'
  if (isOver(task)) return dayWords(task.dueAt)
  if (left === 0) return 'today'
  if (left === 1) return 'tomorrow'
  const days = Math.abs(left) === 1 ? '1 day' : `${Math.abs(left)} days`
  return left < 0 ? `${days} late` : `in ${days}`
}

export type Group<T> = { title: string; tasks: T[] }

// grouped is the tasks under headings (late, today, within a week, later, over), in the order that they have. Headings
// without a task are left out.
export function grouped<T extends Due>(tasks: readonly T[], now: Date): Group<T>[] {
  const groups: Group<T>[] = ['Late', 'Today', 'Within a week', 'Later', 'Without a date', 'Nothing left to do'].map((title) => ({ title, tasks: [] }))
  for (const task of tasks) groups[isOver(task) ? 5 : groupOf(daysLeft(task, now))]!.tasks.push(task)
  return groups.filter((g) => g.tasks.length > 0)
}

function groupOf(left: number): number {
  if (left < 0) return 0
  if (left === 0) return 1
  if (left <= 7) return 2
  return left < Infinity ? 3 : 4
}

// nextOf is the task to open when this one is done: the one behind it, else the one before it, else none.
export function nextOf(tasks: readonly Due[], id: string): string | null {
  const at = tasks.findIndex((t) => t.id === id)
  return (tasks[at + 1] ?? tasks[at - 1])?.id ?? null
}

// stepTo is the task that `j` (1) or `k` (-1) goes to; the first one when none is chosen. It stays at the ends.
export function stepTo(tasks: readonly Due[], id: string | null, by: 1 | -1): string | null {
  const at = tasks.findIndex((t) => t.id === id)
  const to = at === -1 ? 0 : Math.min(tasks.length - 1, Math.max(0, at + by))
  return tasks[to]?.id ?? null
}
