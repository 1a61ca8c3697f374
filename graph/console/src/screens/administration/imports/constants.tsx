import { nounOf, nounWords, type Import, type Target } from './words.ts'

type Constant = { to: string; value: string }

// Targets are the options of what a column can be, by the record that it is of.
export function Targets({ of }: { of: readonly Target[] }) {
  return (
    <>
      {[...new Set(of.map(({ name }) => name.split('.')[0]!))].map((noun) => (
        <optgroup key={noun} label={nounWords[noun] ?? noun}>
          {of
            .filter(({ name }) => name.startsWith(`${noun}.`))
            .map(({ name, label }) => (
              <option key={name} value={name}>
                {nounOf(name)}: {label}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  )
}

interface Props {
  value: Constant[]
  known: Import['constants']
  targets: readonly Target[]
  set(value: Constant[]): void
}

// Constants are what all new records have that the files do not say, such as the risk profile.
export function Constants({ value, known, targets, set }: Props) {
  const change = (index: number, to: Partial<Constant>) => set(value.map((one, i) => (i === index ? { ...one, ...to } : one)))
  return (
    <fieldset class="choices">
      <legend>What all new records have that the files do not say</legend>
      {value.map((one, index) => {
        const values = targets.find(({ name }) => name === one.to)?.values ?? []
        const isKnown = known.some(({ to }) => to === one.to)
        return (
          <p key={index} class="row constant">
            <select aria-label={`What, ${index + 1}`} value={one.to} disabled={isKnown} onChange={(event) => change(index, { to: event.currentTarget.value })}>
              <option value="">Choose…</option>
              <Targets of={targets} />
            </select>
            <input aria-label={`Value, ${index + 1}`} list={values.length > 0 ? `values-${index}` : undefined} value={one.value} onInput={(event) => change(index, { value: event.currentTarget.value })} />
            {values.length > 0 && (
              <datalist id={`values-${index}`}>
                {values.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            )}
            {!isKnown && (
              <button type="button" onClick={() => set(value.filter((_, i) => i !== index))}>
                Remove
              </button>
            )}
          </p>
        )
      })}
      <p>
        <button type="button" onClick={() => set([...value, { to: value.length === 0 ? 'case.riskProfile' : '', value: '' }])}>
          Add a value
        </button>{' '}
        <span class="quiet">Such as the name of the risk profile. A row that says something itself keeps that.</span>
      </p>
    </fieldset>
  )
}
