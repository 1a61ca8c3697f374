// What the list of tasks shows, as its address says it.
import type { TaskFilter, TaskState, TaskType } from '../../gql/graphql.ts'
import { openTaskStates, taskStateWords, taskWords } from '../../lib/words.ts'

export type Address = { param(name: string): string; list(name: string): string[] }

// filterOf is the filter that the address asks for: what is left to do for the person who works, unless it says otherwise.
export function filterOf({ param, list }: Address): TaskFilter {
  const types = list('type').filter((t): t is TaskType => t in taskWords)
  const states = list('state').filter((s): s is TaskState => s in taskStateWords)
  const due = { ...range('gte', param('due[gte]')), ...range('lt', param('due[lt]')) }
  return {
    state: states.length > 0 ? states : [...openTaskStates],
    ...(types.length > 0 && { type: types }),
    ...(isMine({ param, list }) && { assignee: [param('assignee')] }),
    ...(Object.keys(due).length > 0 && { dueAt: due }),
  }
}

// isMine reports whether the list has only the tasks of the person who works.
export function isMine({ param }: Address): boolean {
  return param('assignee') !== '' && param('whose') !== 'all'
}

function range(bound: 'gte' | 'lt', value: string): Record<string, string> {
  return Number.isNaN(Date.parse(value)) ? {} : { [bound]: value }
}
