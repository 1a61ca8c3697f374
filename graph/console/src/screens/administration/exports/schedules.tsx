import { useState } from 'preact/hooks'
import { DeleteExportScheduleDocument, ExportSchedulesDocument, type ExportSchedulesQuery } from '../../../gql/graphql.ts'
import { Confirm, Empty, Link, Loading, Problem, Table, Time, type Column } from '../../../lib/parts.tsx'
import { useQuery, useWrite } from '../../../lib/query.ts'
import { may } from '../../../lib/session.ts'
import { recordAddress } from '../entries.ts'
import { formatWords, nounsText } from './what.tsx'

type Schedule = ExportSchedulesQuery['exportSchedules']['nodes'][number]

export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00 UTC`
export const weekdayText = (weekday: string) => weekday.charAt(0).toUpperCase() + weekday.slice(1)

const whenText = ({ weekday, hour }: Schedule) => `Every ${weekday ? weekdayText(weekday) : 'day'} at ${hourText(hour)}`

// Schedules are the exports that are made again and again.
export function Schedules() {
  const query = useQuery(ExportSchedulesDocument, {})
  const [removing, setRemoving] = useState<Schedule>()
  const [done, setDone] = useState('')
  const remove = useWrite(DeleteExportScheduleDocument)
  const schedules = query.data?.exportSchedules.nodes
  const run = async () => {
    await remove.write({ id: removing!.id })
    setDone('The schedule is removed. What it made stays for a week.')
    await query.reload()
  }
  return (
    <section class="card" aria-labelledby="schedules">
      <header>
        <h2 id="schedules">Schedules</h2>
        {may('ADMINISTER_WEBHOOKS') && <Link to={recordAddress('exports', 'new-schedule')}>New schedule</Link>}
      </header>
      <p class="done" role="status">
        {done}
      </p>
      {!schedules && (query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the schedules" />)}
      {schedules?.length === 0 && <Empty>No export is made regularly.</Empty>}
      {schedules && schedules.length > 0 && (
        <Table caption="Schedules of exports" columns={columnsOf(setRemoving)} rows={schedules} rowKey={({ id }) => id} />
      )}
      {removing && (
        <Confirm
          title="Remove the schedule"
          what={<p>No export is made {whenText(removing).toLowerCase().replace('utc', 'UTC')} any more. What it made stays for a week.</p>}
          action="Remove"
          danger
          onConfirm={run}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

function columnsOf(ask: (schedule: Schedule) => void): Column<Schedule>[] {
  const columns: Column<Schedule>[] = [
    { key: 'when', title: 'When', cell: whenText },
    { key: 'format', title: 'Files', cell: ({ format }) => formatWords[format] },
    { key: 'what', title: 'Has', cell: ({ nouns }) => nounsText(nouns) },
    { key: 'keep', title: 'Keeps', numeric: true, cell: ({ keep }) => `the last ${keep}` },
    { key: 'next', title: 'Next', cell: ({ nextAt }) => <Time value={nextAt} /> },
  ]
  if (!may('ADMINISTER_WEBHOOKS')) return columns
  const button = (schedule: Schedule) => (
    <button type="button" onClick={() => ask(schedule)}>
      Remove…
    </button>
  )
  return [...columns, { key: 'remove', title: 'Change', cell: button }]
}
