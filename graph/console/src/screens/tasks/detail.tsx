import { useEffect, useRef } from 'preact/hooks'
import { TaskDetailDocument } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { day, present } from '../../lib/format.ts'
import { Empty, Link, Loading, Problem, Since, Status, Time } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { actorText, taskName, taskStateWords, word } from '../../lib/words.ts'
import { EditTask } from '../case/edit-task.tsx'
import { Who } from '../case/who.tsx'
import { acted } from '../lookup/record.ts'
import { adviceOf, type Advice } from './advice.ts'
import { Decision } from './decision.tsx'
import { BackToList } from './list.tsx'
import { Moves } from './moves.tsx'
import { dueWords, isLate } from './order.ts'
import type { Detailed } from './types.ts'

export interface DetailProps {
  id: string
  // It is over, and so leaves the list.
  onDone(words: string): Promise<void>
  // It has changed, and may stay in the list.
  onChanged(): Promise<void>
}

// Detail is one task: what it is about, why it is there, what to do, and the moves.
export function Detail({ id, onDone, onChanged }: DetailProps) {
  const query = useQuery(TaskDetailDocument, { id })
  const task = query.data?.task
  const changed = async () => void (await Promise.all([query.reload(), onChanged()]))
  return (
    <div class="detail card" aria-busy={query.loading}>
      <BackToList />
      {query.error && !query.data && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {query.loading && !query.data && <Loading what="the task" />}
      {query.data && !task && <Empty>There is no such task in this portfolio.</Empty>}
      {task && (
        <>
          <Title task={task} />
          <Facts task={task} changed={() => void changed()} />
          <Why task={task} />
          <ToDo task={task} />
          <p class="row">
            {mayEdit(task) && <EditTask task={task} changed={() => void changed()} />}
            <Who subject={task.id} noun="task" label="Changes" mayUndo={mayEdit(task)} onUndone={() => void changed()} />
          </p>
          {mayWrite() && <Moves task={task} onDone={onDone} onChanged={changed} />}
          {task.evidenceId !== null && <Decision id={task.evidenceId} onDone={onDone} />}
          <p class="quiet">
            Opened <Time value={task.createdAt} />. {query.stale && <Since query={query} />}
          </p>
        </>
      )}
    </div>
  )
}

// The focus follows the task that opens, so that the next one is read out and its buttons are the next stop.
function Title({ task }: { task: Detailed }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 tabIndex={-1} ref={heading}>
      {taskName(task)}
    </h2>
  )
}

// On a closed case nothing changes any more.
const mayEdit = (task: Detailed) => mayWrite() && task.case?.status !== 'closed'

function Facts({ task, changed }: { task: Detailed; changed(): void }) {
  const portfolio = portfolioOfAddress() ?? ''
  const now = present()
  const { policy } = task
  const who = (label: string, member: string) => (
    <Who subject={task.id} noun="task" label={label} members={[member]} mayUndo={mayEdit(task)} onUndone={changed} />
  )
  return (
    <dl class="facts">
      <dt>{who('Due', 'dueAt')}</dt>
      <dd>
        {task.dueAt ? (
          <span class={isLate(task, now) ? 'bad' : ''}>
            {day(task.dueAt)}, {dueWords(task, now)}
          </span>
        ) : (
          'no date'
        )}
      </dd>
      <dt>{who('State', 'state')}</dt>
      <dd>
        <Status text={word(taskStateWords, task.state)} /> {task.stateBeforeHold && 'until the hold is over'}
      </dd>
      {task.completedBy && (
        <>
          <dt>Completed by</dt>
          <dd>
            {acted(task.completedBy.action)}, {actorText(task.completedBy.actorName, task.completedBy.actorKind)}, <Time value={task.completedBy.at} />
          </dd>
        </>
      )}
      <dt>{who('With', 'assigneeId')}</dt>
      <dd>{task.assignee?.displayName ?? 'nobody yet'}</dd>
      <dt>Case</dt>
      <dd>{task.case ? <Link to={href(portfolio, 'cases', task.case.id)}>{task.case.displayName}</Link> : 'The whole portfolio'}</dd>
      {policy && (
        <>
          <dt>Policy</dt>
          <dd>
            <Link to={href(portfolio, 'policies', policy.id)}>{policy.displayName}</Link>
            <br />
            <span class="quiet">
              {[policy.policyNumber, policy.carrier?.name, policy.endDate ? `ends ${day(policy.endDate)}` : 'end not known']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </dd>
        </>
      )}
    </dl>
  )
}

function Why({ task }: { task: Detailed }) {
  const advice = adviceOf(task.reason, task.policy !== null)
  if (!advice) return null
  return (
    <p class="note">
      {advice.why} {advice.next} <Where advice={advice} task={task} />
    </p>
  )
}

// ToDo is what there is to do, as it is now.
function ToDo({ task }: { task: Detailed }) {
  if (task.text === null) return null
  const portfolio = portfolioOfAddress() ?? ''
  return (
    <section aria-label="What there is to do">
      <ul>
        {task.text.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {task.case && (
        <p>
          <Link to={href(portfolio, 'cases', task.case.id)}>Open the case</Link>
        </p>
      )}
    </section>
  )
}

function Where({ advice, task }: { advice: Advice; task: Detailed }) {
  const portfolio = portfolioOfAddress() ?? ''
  if (advice.where === 'receivers') return <Link to={href(portfolio, 'deliveries', { tab: 'receivers' })}>Open the receivers</Link>
  if (advice.where === 'notices' && !task.policy) return <Link to={href(portfolio, 'deliveries')}>Open the notices</Link>
  if (advice.where === 'notices' && task.policy)
    return <Link to={href(portfolio, 'policies', task.policy.id)}>Open the policy’s notices</Link>
  if (advice.where === 'case' && task.case) return <Link to={href(portfolio, 'cases', task.case.id)}>Open the case</Link>
  return null
}
