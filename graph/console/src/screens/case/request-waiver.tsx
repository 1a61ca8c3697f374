import { useState } from 'preact/hooks'
import { RequestWaiverDocument } from '../../gql/graphql.ts'
import type { FindingCode } from '../../gql/enums.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { Sentences } from './act.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { onTheLoan, whereOf, type Cell } from './grid.ts'
import { useShown } from './shown.ts'
import { asks, reasonWords, waivable } from './waiver.ts'

interface Wanted {
  everywhere: boolean
  codes: FindingCode[]
  reason: string
  document: string
  expiresOn: string
}

// RequestWaiver is the button and the dialog of a waiver for what is amiss in a cell.
export function RequestWaiver({ cell }: { cell: Cell }) {
  const codes = waivable(
    cell.targets.flatMap((target) => target.findings.filter(({ outcome }) => outcome !== 'waived').map(({ code }) => code)),
  )
  const [wanted, setWanted] = useState<Wanted>()
  if (codes.length === 0) return null
  const start = { everywhere: cell.asset === onTheLoan, codes, reason: '', document: '', expiresOn: '' }
  return (
    <>
      <button type="button" onClick={() => setWanted(start)}>
        Request an exception
      </button>
      {wanted && <WaiverDialog cell={cell} choices={codes} wanted={wanted} onChange={setWanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

interface WaiverDialogProps {
  cell: Cell
  choices: FindingCode[]
  wanted: Wanted
  onChange(wanted: Wanted): void
  onClose(): void
}

function WaiverDialog({ cell, choices, wanted, onChange, onClose }: WaiverDialogProps) {
  const { facts, changed } = useShown()
  const { write } = useWrite(RequestWaiverDocument)
  const set = (change: Partial<Wanted>) => onChange({ ...wanted, ...change })
  const place = wanted.everywhere ? 'everywhere on this case' : `at ${cell.place}`

  async function run() {
    const { everywhere, codes, reason, document, expiresOn } = wanted
    await write({
      input: {
        caseId: facts.id,
        coverageType: cell.coverageType,
        codes,
        reason,
        ...(!everywhere && { asset: cell.asset }),
        ...(document && { document }),
        ...(expiresOn && { expiresOn }),
      },
    })
    changed(`An exception for ${cell.demand} ${place} is asked for. Somebody else has to approve it.`)
  }

  return (
    <Confirm
      title={`Exception: ${whereOf(cell)}`}
      what={<Sentences of={asks({ ...wanted, demand: cell.demand, place })} />}
      action="Ask for the exception"
      onConfirm={run}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <Codes choices={choices} chosen={wanted.codes} error={errorAt('codes')} onChange={(codes) => set({ codes })} />
          {cell.asset !== onTheLoan && (
            <label class="check">
              <input type="checkbox" checked={wanted.everywhere} onChange={() => set({ everywhere: !wanted.everywhere })} /> At every asset,
              not only at this one
            </label>
          )}
          <Field label="Why" hint="Who approves it reads this." error={errorAt('reason')}>
            <textarea
              required
              rows={3}
              maxLength={4000}
              value={wanted.reason}
              onInput={(event) => set({ reason: event.currentTarget.value })}
            />
          </Field>
          <Field label="Last day" hint="Empty: it counts for ever." error={errorAt('expiresOn')}>
            <input type="date" value={wanted.expiresOn} onInput={(event) => set({ expiresOn: event.currentTarget.value })} />
          </Field>
          <DocumentChoice
            label="Document that shows the consent"
            value={wanted.document}
            onChange={(document) => set({ document })}
            error={errorAt('document')}
          />
        </>
      )}
    </Confirm>
  )
}

interface CodesProps {
  choices: FindingCode[]
  chosen: FindingCode[]
  error: string | undefined
  onChange(codes: FindingCode[]): void
}

// Codes chooses at least one reason: a waiver without any would reach reasons that nobody sees yet.
function Codes({ choices, chosen, error, onChange }: CodesProps) {
  return (
    <fieldset>
      <legend>What is excepted</legend>
      {choices.map((code) => (
        <label class="check" key={code}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            required={chosen.length === 0}
            onChange={(event) =>
              onChange(choices.filter((choice) => (choice === code ? event.currentTarget.checked : chosen.includes(choice))))
            }
          />{' '}
          {reasonWords(code)}
        </label>
      ))}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
