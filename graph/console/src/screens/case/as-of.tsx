import { param, setParams } from '../../lib/address.ts'
import { day, isoDay } from '../../lib/format.ts'
import { Time } from '../../lib/parts.tsx'
import { verdictWords, word } from '../../lib/words.ts'
import type { Compliance } from './grid.ts'
import { knownOn } from './known.ts'
import { useShown } from './shown.ts'

const ask = (on: string) => setParams({ on: on === isoDay() ? null : on }, { push: true })

// AsOf chooses the day that is asked about. It stands in the address.
export function AsOf({ shown }: { shown: Compliance | null | undefined }) {
  const on = param('on')
  const next = shown?.nextChangeOn?.slice(0, 10)
  return (
    <div class="as-of">
      <label>
        As of <input type="date" value={on || isoDay()} onChange={(event) => event.currentTarget.value && ask(event.currentTarget.value)} />
      </label>
      {on && (
        <button type="button" onClick={() => ask(isoDay())}>
          Today
        </button>
      )}
      {next && next !== on && (
        <button type="button" title="The next day on which the verdict or a reason changes, by what is on record" onClick={() => ask(next)}>
          Next change: {day(next)}
        </button>
      )}
      {on && shown && shown.on.slice(0, 10) === on && <OtherDay on={on} />}
    </div>
  )
}

// OtherDay says what is shown, and what was on record that day: what we know now and what we knew then can differ.
function OtherDay({ on }: { on: string }) {
  const { facts } = useShown()
  const past = on < isoDay()
  const then = past ? knownOn(facts.complianceHistory, on) : undefined
  return (
    <p class="note" role="status">
      This is how it stands for {day(on)}, by what is on record now.
      {past && !then && ' On that day no verdict was on record yet.'}
      {then && (
        <>
          {' '}
          On that day the record said <strong>{word(verdictWords, then.to)}</strong>, since <Time value={then.at} />.
        </>
      )}
    </p>
  )
}
