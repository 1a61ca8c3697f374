import { href, portfolioOfAddress } from '../../lib/address.ts'
import { Day, Empty, Link, Status } from '../../lib/parts.tsx'
import { daysUntil } from '../../lib/format.ts'
import { taskName, taskStateWords, word } from '../../lib/words.ts'
import { Cut } from './cut.tsx'
import { EditTask } from './edit-task.tsx'
import { isOpen, nameOf } from './facts.ts'
import { useShown } from './shown.ts'
import { Who } from './who.tsx'

// OpenTasks are what somebody still has to do about the case, the most urgent first. Each leads to the task.
export function OpenTasks() {
  const { facts, mayChange, names, changed } = useShown()
  const portfolio = portfolioOfAddress() ?? ''
  const tasks = facts.tasks.filter(isOpen).toSorted((a, b) => ((a.dueAt ?? '9') < (b.dueAt ?? '9') ? -1 : 1))
  return (
    <section class="card" aria-labelledby="tasks">
      <header>
        <h2 id="tasks">Open tasks</h2>
        {mayChange && <EditTask caseId={facts.id} policies={facts.policies} changed={changed} />}
      </header>
      <Cut of={facts.tasks} what="tasks, done ones too," />
      {tasks.length === 0 && <Empty>No open task on this case.</Empty>}
      <ul class="plain entries">
        {tasks.map((task) => {
          const policy = facts.policies.find(({ id }) => id === task.policyId)
          const late = task.dueAt !== null && daysUntil(task.dueAt) < 0
          return (
            <li key={task.id}>
              <Link to={href(portfolio, 'tasks', { task: task.id })}>{taskName(task)}</Link>
              {policy && <> for {nameOf(policy)}</>}
              {task.state !== 'open' && (
                <>
                  {' '}
                  <Status text={word(taskStateWords, task.state)} />
                </>
              )}
              <div class={late ? 'bad' : 'quiet'}>
                {task.dueAt ? (
                  <>
                    due <Day value={task.dueAt} distance />
                  </>
                ) : (
                  'no day is set'
                )}
                {task.assignee && `, ${task.assignee.displayName}`}
                {mayChange && (
                  <>
                    {' '}
                    <EditTask task={task} changed={changed} />
                  </>
                )}{' '}
                <Who subject={task.id} noun="task" of={taskName(task)} label="Changes" names={names} mayUndo={mayChange} onUndone={changed} />
              </div>
              {task.reason?.includes(' ') && <div>{task.reason}</div>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
