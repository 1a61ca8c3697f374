import { BoardFailedDocument, BoardVerdictsDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { Since } from '../../lib/parts.tsx'
import { portfolioName, portfolios } from '../../lib/portfolios.ts'
import { useQuery, type Query } from '../../lib/query.ts'
import { useTitle } from '../../lib/title.ts'
import { Begin } from './begin.tsx'
import { Ending, NextToEnd, useEnding, useWeeks } from './ending.tsx'
import { Failed } from './failed.tsx'
import { Coverages, Reasons } from './reasons.tsx'
import { OpenTasks, useTasks } from './tasks.tsx'
import { Uninsured } from './verdicts.tsx'

// Board is the start of a portfolio: what is not insured, what ends next, and what waits.
export function Board() {
  const id = portfolioOfAddress()!
  const portfolio = portfolios.value?.find((each) => each.id === id)
  const name = portfolio ? portfolioName(portfolio) : 'Board'
  useTitle(name)
  const verdicts = useQuery(BoardVerdictsDocument, {})
  const ending = useEnding()
  const weekly = useWeeks()
  const tasks = useTasks()
  const failed = useQuery(BoardFailedDocument, {})
  const isEmpty = verdicts.data?.all.pageInfo.total === 0
  return (
    <>
      <div class="head">
        <h1>{name}</h1>
        <Since query={together([verdicts, ending, weekly, ...tasks, failed])} />
      </div>
      {isEmpty && <Begin portfolio={portfolio} />}
      <div class="board" hidden={isEmpty}>
        <Uninsured portfolio={id} query={verdicts} />
        <Reasons portfolio={id} query={verdicts} />
        <Coverages portfolio={id} query={verdicts} />
        <div class="stack at-left">
          <Ending portfolio={id} ending={ending} weekly={weekly} />
          <OpenTasks portfolio={id} queries={tasks} />
        </div>
        <div class="stack at-right">
          <NextToEnd portfolio={id} ending={ending} />
          <Failed portfolio={id} query={failed} />
        </div>
      </div>
    </>
  )
}

// together is as old as the oldest of several queries, and as stale as the worst.
function together(queries: readonly Query<unknown>[]): Query<unknown> {
  const read = queries.filter(({ data }) => data !== undefined)
  const oldest = read.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0]
  const worst = queries.find(({ stale }) => stale) ?? oldest ?? queries[0]!
  const reload = async () => void (await Promise.all(queries.map((query) => query.reload())))
  return { ...worst, since: oldest?.since ?? worst.since, loading: queries.some(({ loading }) => loading), reload }
}
