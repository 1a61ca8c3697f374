import { withParams } from '../../lib/address.ts'
import { day, present } from '../../lib/format.ts'
import { Link, Status } from '../../lib/parts.tsx'
import { taskName, taskStateWords, word } from '../../lib/words.ts'
import { dueWords, grouped, isLate } from './order.ts'
import type { Task } from './types.ts'

// List is the tasks under the headings of when they are due; each is a link that opens it. A heading counts its tasks
// only if all are here.
export function List({ tasks, total, open }: { tasks: readonly Task[]; total: number; open: string }) {
  const counted = (n: number) => (total > tasks.length ? '' : ` (${n})`)
  const now = present()
  return (
    <>
      {grouped(tasks, now).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 class={group.title === 'Late' ? 'bad' : 'quiet'}>
            {group.title}
            {counted(group.tasks.length)}
          </h2>
          <ul class="items">
            {group.tasks.map((task) => (
              <li key={task.id}>
                <Item task={task} open={task.id === open} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Item({ task, open, now }: { task: Task; open: boolean; now: Date }) {
  return (
    <a class="item" data-task={task.id} href={withParams({ task: task.id })} aria-current={open ? 'true' : undefined}>
      <span class={`due ${isLate(task, now) ? 'bad' : 'quiet'}`} title={day(task.dueAt)}>
        {dueWords(task, now)}
      </span>
      <span>
        <strong>{taskName(task)}</strong> {task.state !== 'open' && <Status text={word(taskStateWords, task.state)} />}
        <span class="of">{[task.case?.displayName ?? 'The whole portfolio', task.policy?.displayName].filter(Boolean).join(' · ')}</span>
      </span>
      <span class="quiet">{task.assignee?.displayName ?? 'nobody'}</span>
    </a>
  )
}

// BackToList is shown where the list and the task have no room beside each other.
export function BackToList() {
  return (
    <Link to={withParams({ task: null })} class="back">
      Back to the list
    </Link>
  )
}
