import type { TaskType } from '../../gql/enums.ts'
import { BoardTasksDocument, type BoardTasksQuery } from '../../gql/graphql.ts'
import { Empty, Link } from '../../lib/parts.tsx'
import { useQuery, type Query } from '../../lib/query.ts'
import { openTaskStates, taskWords } from '../../lib/words.ts'
import { range, tasksDue, type Span } from './links.ts'
import { Count, Part } from './parts.tsx'

// The ages of open tasks, by the day they are due.
const ages: readonly { title: string; span: Span }[] = [
  { title: 'Over 30 days late', span: { to: -30 } },
  { title: '1 to 30 days late', span: { from: -30, to: 0 } },
  { title: 'Due in 7 days', span: { from: 0, to: 7 } },
  { title: 'All open', span: {} },
]

const types = Object.keys(taskWords) as TaskType[]
const state = [...openTaskStates]

// useTasks asks for each age alone: together they would cost more than one query may.
export function useTasks(): readonly Query<BoardTasksQuery>[] {
  const of = (age: number) => ({ state, due: range(ages[age]!.span) })
  return [
    useQuery(BoardTasksDocument, of(0)), useQuery(BoardTasksDocument, of(1)), useQuery(BoardTasksDocument, of(2)),
    useQuery(BoardTasksDocument, of(3)),
  ]
}

// OpenTasks counts the open tasks by type and age.
export function OpenTasks({ portfolio, queries }: { portfolio: string; queries: readonly Query<BoardTasksQuery>[] }) {
  const query = queries.find(({ error }) => error) ?? queries.find(({ data }) => data === undefined) ?? queries[0]!
  return (
    <Part title="Open tasks" area="tasks" what="the tasks" query={query} aside={<Link to={tasksDue(portfolio, {})}>All open tasks</Link>}>
      {() => <Lines portfolio={portfolio} counted={queries.map(({ data }) => data)} />}
    </Part>
  )
}

function Lines({ portfolio, counted }: { portfolio: string; counted: readonly (BoardTasksQuery | undefined)[] }) {
  const counts = types.map((type) => ({ type, totals: counted.map((age) => age?.[type].pageInfo.total ?? 0) }))
  const used = counts.filter(({ totals }) => totals.some((total) => total > 0))
  if (used.length === 0) return <Empty>No task is open.</Empty>
  const sums = ages.map((_, age) => used.reduce((sum, { totals }) => sum + totals[age]!, 0))
  return (
    <div class="scroll">
      <table class="dense">
        <thead>
          <tr>
            <th scope="col">Task</th>
            {ages.map(({ title }) => (
              <th key={title} scope="col" class="number">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map(({ type, totals }) => (
            <Line key={type} portfolio={portfolio} name={taskWords[type]} type={type} totals={totals} />
          ))}
          <Line portfolio={portfolio} name="All types" totals={sums} />
        </tbody>
      </table>
    </div>
  )
}

function Line({ portfolio, name, type, totals }: { portfolio: string; name: string; type?: TaskType; totals: readonly number[] }) {
  return (
    <tr class={type ? undefined : 'sum'}>
      <th scope="row">{name}</th>
      {ages.map(({ title, span }, age) => (
        <td key={title} class="number">
          <Count value={totals[age]!} to={tasksDue(portfolio, span, type)} of={`tasks: ${name}, ${title.toLowerCase()}`} />
        </td>
      ))}
    </tr>
  )
}
