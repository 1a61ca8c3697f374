import { Empty } from '../../lib/parts.tsx'
import { PlacementCard } from '../placements/card.tsx'
import { Cut } from './cut.tsx'
import { useShown } from './shown.ts'
import { StartPlacement } from './start-placement.tsx'

// Placements are the insurance that the lender placed on the case, or may place, the newest first.
export function Placements() {
  const { placements, mayChange, changed, facts } = useShown()
  return (
    <section class="card" aria-labelledby="placements">
      <header>
        <h2 id="placements">Lender-placed insurance</h2>
        {mayChange && <StartPlacement />}
      </header>
      <Cut of={placements} what="placements" />
      {placements.length === 0 && <Empty>Nothing is placed, and no notice of it went out.</Empty>}
      <ul class="plain entries">
        {placements.toReversed().map((placement) => (
          <li key={placement.id}>
            <PlacementCard placement={placement} isOpen={facts.status !== 'closed'} done={changed} />
          </li>
        ))}
      </ul>
    </section>
  )
}
