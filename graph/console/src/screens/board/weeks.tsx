import { useEffect, useRef, useState } from 'preact/hooks'
import { go } from '../../lib/address.ts'
import { counted, day } from '../../lib/format.ts'
import { Count } from './parts.tsx'
import type { Week } from './week.ts'

const weekWords = (week: Week) => `${day(week.from)} to ${day(week.last)}`

// Weeks draws a bar a week, and has the same as a table.
export function Weeks({ weeks }: { weeks: Week[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Week>()
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    void import('./bars.ts').then(({ draw }) => {
      if (!gone && box.current) end = draw(box.current, weeks, { point: setPointed, open: (week) => go(week.to) })
    })
    return () => {
      gone = true
      end?.()
    }
  }, [JSON.stringify(weeks)])
  return (
    <>
      <div class="bars" ref={box} aria-hidden="true" />
      <p class="quiet pointed" aria-hidden="true">
        {pointed ? `${weekWords(pointed)}: ${counted(pointed.total, 'policy ends', 'policies end')}` : 'A bar a week, from today on'}
      </p>
      <details>
        <summary>The weeks as a table</summary>
        <div class="scroll">
          <table class="dense">
            <thead>
              <tr>
                <th scope="col">Week</th>
                <th scope="col" class="number">Policies that end</th>
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.from}>
                  <th scope="row">{weekWords(week)}</th>
                  <td class="number">
                    <Count value={week.total} to={week.to} of={`policies that end from ${weekWords(week)}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
