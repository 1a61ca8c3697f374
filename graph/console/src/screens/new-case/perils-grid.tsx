import type { Drafted } from '../../lib/draft.ts'
import { perilsIn, type Known, type PolicyDraft } from './policy-draft.ts'

interface PerilsGridProps {
  draft: Drafted<PolicyDraft>
  known: Known
  assets: readonly { id: string; displayName: string }[]
  error: string | undefined
}

// PerilsGrid is which perils the document evidences at which asset.
export function PerilsGrid({ draft: { value, set }, known, assets, error }: PerilsGridProps) {
  const perils = perilsIn(value, known.coverages)
  const places = assets.length > 0 ? assets : [{ id: '', displayName: 'The loan' }]
  const cells = perils.flatMap((peril) => places.map(({ id }) => `${peril.id}@${id}`))
  const all = cells.length > 0 && cells.every((cell) => value.perils.includes(cell))
  const toggle = (some: string[]) => {
    const on = some.every((cell) => value.perils.includes(cell))
    set({ perils: on ? value.perils.filter((cell) => !some.includes(cell)) : [...new Set([...value.perils, ...some])] })
  }
  return (
    <section class="card" aria-labelledby="perils">
      <header>
        <h2 id="perils">Perils, by asset</h2>
        {perils.length > 0 && (
          <button type="button" onClick={() => toggle(cells)}>
            {all ? 'None of them' : 'All of them'}
          </button>
        )}
      </header>
      {perils.length === 0 && <p class="quiet">The perils of a coverage stand here once it has a limit.</p>}
      {perils.length > 0 && (
        <div class="scroll">
          <table class="dense">
            <thead>
              <tr>
                <th scope="col">Peril</th>
                {places.map(({ id, displayName }) => (
                  <th key={id} scope="col">
                    {displayName}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {perils.map((peril) => (
                <tr key={peril.id}>
                  <th scope="row">{peril.name}</th>
                  {places.map(({ id, displayName }) => (
                    <td key={id}>
                      <input
                        type="checkbox"
                        aria-label={`${peril.name} at ${displayName}`}
                        checked={value.perils.includes(`${peril.id}@${id}`)}
                        onChange={() => toggle([`${peril.id}@${id}`])}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
