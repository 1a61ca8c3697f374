import { isoDay } from '../../lib/format.ts'
import { Day, Empty } from '../../lib/parts.tsx'
import { toCome } from './past.ts'
import { useShown } from './shown.ts'

const shownAtMost = 6

// ToCome is what will happen without a hand.
export function ToCome() {
  const { facts, notices, names } = useShown()
  const coming = toCome(facts, notices, names, isoDay()).slice(0, shownAtMost)
  return (
    <section class="card" aria-labelledby="to-come">
      <h2 id="to-come">What comes next</h2>
      {coming.length === 0 && <Empty>Nothing is planned.</Empty>}
      <ul class="plain entries">
        {coming.map(({ on, text }) => (
          <li key={on + text}>
            <Day value={on} distance />
            <div>{text}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}
