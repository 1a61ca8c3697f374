import { useState } from 'preact/hooks'
import type { Weekday } from '../../../gql/enums.ts'
import { CreateExportScheduleDocument } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { Field, Link } from '../../../lib/parts.tsx'
import { useWrite } from '../../../lib/query.ts'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { listAddress } from './export.tsx'
import { hourText, weekdayText } from './schedules.tsx'
import { everything, WhatFields, whatOf } from './what.tsx'

const weekdays: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const hours = [...Array(24).keys()]

// NewSchedule has an export made every day or every week.
export function NewSchedule() {
  const [value, setValue] = useState({ ...everything, weekday: '' as Weekday | '', hour: 4, keep: '7' })
  const create = useWrite(CreateExportScheduleDocument)
  const at = pointed(create.error?.violations ?? [])
  const set = (change: Partial<typeof value>) => setValue((old) => ({ ...old, ...change }))
  async function submit(event: Event) {
    event.preventDefault()
    const { weekday, hour, keep } = value
    const when = weekday ? ({ every: 'weekly', weekday } as const) : ({ every: 'daily' } as const)
    try {
      await create.write({ input: { ...whatOf(value), ...when, hour, keep: Number(keep) } })
      go(listAddress())
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Exports</Link>
      </p>
      <div class="head">
        <h1>New schedule of exports</h1>
      </div>
      <form class="card form narrow" onSubmit={(event) => void submit(event)} noValidate>
        <WhatFields value={value} set={set} at={at} />
        <Field label="On" error={at('/weekday') ?? at('/every')}>
          <select value={value.weekday} onChange={(event) => set({ weekday: event.currentTarget.value as Weekday | '' })}>
            <option value="">every day</option>
            {weekdays.map((weekday) => (
              <option key={weekday} value={weekday}>
                {weekdayText(weekday)}
              </option>
            ))}
          </select>
        </Field>
        <Field label="At" error={at('/hour')}>
          <select value={value.hour} onChange={(event) => set({ hour: Number(event.currentTarget.value) })}>
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </select>
        </Field>
        <Field label="How many are kept" hint="1 to 60. Older ones are removed." error={at('/keep')}>
          <input type="number" min={1} max={60} value={value.keep} onInput={(event) => set({ keep: event.currentTarget.value })} />
        </Field>
        {create.error && <Refused refusal={create.error} at={at} />}
        <p class="row">
          <button type="submit" class="primary" disabled={create.busy}>
            {create.busy ? 'Saving…' : 'Make the schedule'}
          </button>
          <Link to={listAddress()}>Back</Link>
        </p>
      </form>
    </>
  )
}
