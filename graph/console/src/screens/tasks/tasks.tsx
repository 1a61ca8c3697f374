import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { TaskListDocument, WorkerDocument } from '../../gql/graphql.ts'
import { list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { count, present } from '../../lib/format.ts'
import { Pages, usePages } from '../../lib/pages.tsx'
import { Empty, Loading, Problem, Since, Total } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { viewer } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Detail } from './detail.tsx'
import { filterOf, isMine } from './filter.ts'
import { Filters } from './filters.tsx'
import { useKeys } from './keys.ts'
import { List } from './list.tsx'
import { daysLeft, isLate, nextOf } from './order.ts'
import type { Task } from './types.ts'
import { worker } from './worker.ts'

// Tasks puts who works into the address, unless that names somebody already.
export function Tasks() {
  useTitle('Tasks')
  const user = useWorker()
  useLayoutEffect(() => {
    if (user) setParams({ assignee: user })
  }, [user])
  return user === '' ? <Work /> : <Loading what="the tasks" />
}

// useWorker is the user that the person is, else who worked last in this browser; '' if nobody, or the address says it.
function useWorker(): string | undefined {
  const query = useQuery(WorkerDocument, {})
  const last = worker(portfolioOfAddress() ?? '')
  if (param('assignee')) return ''
  if (viewer.value?.kind !== 'person') return last
  return query.loading && !query.data ? undefined : (query.data?.viewer.user?.id ?? last)
}

// Work is the list of work by due date, and the task that is open beside it.
function Work() {
  const filter = filterOf({ param, list })
  const paging = usePages(JSON.stringify(filter))
  const query = useQuery(TaskListDocument, { filter, after: paging.after })
  const [said, setSaid] = useState('')
  const tasks = query.data?.tasks.nodes ?? []
  const open = param('task')
  useKeys(tasks, open)

  // What is done leaves the list, so the next one is found before the list is read again.
  async function done(words: string) {
    const next = nextOf(tasks, open)
    setSaid(next === null ? `${words} That was the last one.` : `${words} The next task is open.`)
    setParams({ task: next })
    await query.reload()
  }

  return (
    <>
      <header class="head">
        <h1>{isMine({ param, list }) ? 'My tasks' : 'Tasks'}</h1>
        {query.data && <Count tasks={tasks} total={query.data.tasks.pageInfo.total} before={paging.shown} />}
        <Since query={query} />
      </header>
      <Filters />
      <p class="hidden" role="status">
        {said}
      </p>
      {query.error && !query.data && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {query.loading && !query.data && <Loading what="the tasks" />}
      {query.data && (
        <div class={`split ${open ? 'open' : ''}`}>
          <div class="master" aria-busy={query.loading}>
            {tasks.length === 0 ? <Nothing /> : <List tasks={tasks} total={query.data.tasks.pageInfo.total} open={open} />}
            <Pages
              paging={paging}
              size={100}
              rows={tasks.length}
              total={query.data.tasks.pageInfo.total}
              next={query.data.tasks.pageInfo.endCursor}
            />
          </div>
          {open && <Detail key={open} id={open} onDone={done} onChanged={query.reload} />}
        </div>
      )}
      {said.endsWith('last one.') && !open && <LastOne words={said} />}
    </>
  )
}

// Count says how many are late on the first page, which has the late ones first; there may be more of them behind it.
function Count({ tasks, total, before }: { tasks: readonly Task[]; total: number; before: number }) {
  const now = present()
  const late = before > 0 ? 0 : tasks.filter((t) => isLate(t, now)).length
  const last = tasks.at(-1)
  const more = last && daysLeft(last, now) < 0 && total > tasks.length ? ' or more' : ''
  return (
    <p>
      <Total value={total} one="task" />
      {late > 0 && (
        <>
          , <strong class="bad">
            {count(late)}
            {more} late
          </strong>
        </>
      )}
    </p>
  )
}

function Nothing() {
  if (isMine({ param, list }))
    return <Empty>Nothing is left to do for this person. “Everybody’s” has the tasks that nobody has taken.</Empty>
  return <Empty>No task matches these filters.</Empty>
}

// LastOne takes the focus when there is no next task.
function LastOne({ words }: { words: string }) {
  useEffect(() => document.getElementById('main')?.focus(), [])
  return <p class="note">{words}</p>
}
