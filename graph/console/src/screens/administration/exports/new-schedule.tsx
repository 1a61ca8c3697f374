import type { Weekday } from '../../../gql/enums.ts'
import { CreateExportScheduleDocument } from '../../../gql/graphql.ts'
import { Field } from '../../../lib/parts.tsx'
import { listAddress } from './export.tsx'
import { Making } from './making.tsx'
import { hourText, weekdayText } from './schedules.tsx'
import { whatOf } from './what.tsx'

const weekdays: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const hours = [...Array(24).keys()]

const whenOf = (weekday: Weekday | '') => (weekday ? ({ every: 'weekly', weekday } as const) : ({ every: 'daily' } as const))

// NewSchedule has an export made every day or every week.
export function NewSchedule() {
  return (
    <Making
      title="New schedule of exports"
      action="Make the schedule"
      beginning={{ weekday: '' as Weekday | '', hour: 4, keep: '7' }}
      document={CreateExportScheduleDocument}
      variables={({ weekday, hour, keep, ...what }) => ({ input: { ...whatOf(what), ...whenOf(weekday), hour, keep: Number(keep) } })}
      address={listAddress}
    >
      {(value, set, at) => (
        <>
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
        </>
      )}
    </Making>
  )
}
