import { RequestWaiverDocument } from '../../gql/graphql.ts'
import type { FindingCode } from '../../gql/enums.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
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
  if (codes.length === 0) return null
  return <Asking cell={cell} choices={codes} />
}

function Asking({ cell, choices }: { cell: Cell; choices: FindingCode[] }) {
  const { facts, changed } = useShown()
  const { write } = useWrite(RequestWaiverDocument)
  const placeOf = ({ everywhere }: Wanted) => (everywhere ? 'everywhere on this case' : `at ${cell.place}`)

  async function save({ value }: Drafted<Wanted>) {
    const { everywhere, codes, reason, document, expiresOn } = value
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
    changed(`An exception for ${cell.demand} ${placeOf(value)} is asked for. Somebody else has to approve it.`)
  }

  return (
    <Edit
      label="Request an exception"
      title={`Exception: ${whereOf(cell)}`}
      what={(wanted) => <Sentences of={asks({ ...wanted, demand: cell.demand, place: placeOf(wanted) })} />}
      action="Ask for the exception"
      draft={`exception ${facts.id} ${cell.asset} ${cell.coverageType}`}
      beginning={{ everywhere: cell.asset === onTheLoan, codes: choices, reason: '', document: '', expiresOn: '' }}
      save={save}
    >
      {({ value: wanted, set }, at) => (
        <>
          <Codes choices={choices} chosen={wanted.codes} error={at('/codes')} onChange={(codes) => set({ codes })} />
          {cell.asset !== onTheLoan && (
            <label class="check">
              <input type="checkbox" checked={wanted.everywhere} onChange={() => set({ everywhere: !wanted.everywhere })} /> At every asset,
              not only at this one
            </label>
          )}
          <Field label="Why" hint="Who approves it reads this." error={at('/reason')}>
            <textarea required rows={3} maxLength={4000} value={wanted.reason} onInput={(event) => set({ reason: event.currentTarget.value })} />
          </Field>
          <Field label="Last day" hint="Empty: it counts for ever." error={at('/expiresOn')}>
            <input type="date" value={wanted.expiresOn} onInput={(event) => set({ expiresOn: event.currentTarget.value })} />
          </Field>
          <DocumentChoice
            label="Document that shows the consent"
            value={wanted.document}
            onChange={(document) => set({ document })}
            error={at('/document')}
          />
        </>
      )}
    </Edit>
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
