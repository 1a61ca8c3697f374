import { RecordPlacementNoticeDocument } from '../../gql/graphql.ts'
import type { PlacementMeans } from '../../gql/enums.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { day } from '../../lib/format.ts'
import { Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { moneyTyped, written, type At } from '../../lib/typed.ts'
import { dutyWords, meansWords, postWords } from '../../lib/words.ts'
import { Sentences } from '../case/act.tsx'
import type { ActionProps } from './dialogs.tsx'
import { AmountField, DayField, TextField } from './fields.tsx'
import { notices, placementName, stepsOf, todayOf, type Placement } from './placement.ts'

interface Handed {
  step: string
  on: string
  means: PlacementMeans
  postClass: string
  proof: string
  wrongAddress: boolean
  estimate: string
}

// RecordNotice is the button and the dialog of a notice that was handed over.
export function RecordNotice({ placement, done }: ActionProps) {
  const { write } = useWrite(RecordPlacementNoticeDocument)
  async function save({ value }: Drafted<Handed>) {
    const { step, on, means, postClass, proof, wrongAddress } = value
    const estimate = moneyTyped(value.estimate, placement.estimate?.currency)
    const { recordPlacementNotice: now } = await write({
      id: placement.id,
      input: { step, handedOverOn: on, means, wrongAddress, ...(means === 'post' && { postClass, ...(proof && { proof }) }), ...(estimate && { estimate }) },
    })
    done(`The notice for ${placementName(placement)} is recorded. The earliest day of a charge is ${day(now.earliestChargeOn)}.`)
  }
  return (
    <Edit<Handed>
      label="Record a notice"
      title={`Notice: ${placementName(placement)}`}
      what={() => <Sentences of={notices(placement)} />}
      action="Record the notice"
      draft={`notice ${placement.id}`}
      beginning={beginningOf(placement)}
      save={save}
    >
      {({ value, set }, at) => (
        <>
          <Choice label="Notice" value={value.step} choices={stepsOf(placement).map((step) => [step, dutyWords[step] ?? step])} error={at('/step')} onChange={(step) => set({ step })} />
          <DayField label="Handed over on" value={value.on} error={at('/handedOverOn')} onChange={(on) => set({ on })} />
          <Choice label="How" value={value.means} choices={Object.entries(meansWords)} error={at('/means')} onChange={(means) => set({ means: means as PlacementMeans })} />
          {value.means === 'post' && <Post value={value} set={set} at={at} />}
          <AmountField
            label="Annual cost that it told"
            hint="A reminder that told less than the insurance costs does not count."
            value={value.estimate}
            error={at('/estimate')}
            onChange={(estimate) => set({ estimate })}
          />
          <label class="check">
            <input type="checkbox" checked={value.wrongAddress} onChange={() => set({ wrongAddress: !value.wrongAddress })} /> It went to a wrong address, and does not count
          </label>
        </>
      )}
    </Edit>
  )
}

// beginningOf proposes the notice that is next.
function beginningOf(of: Placement): Handed {
  const open = of.duties.find(({ what, doneOn }) => doneOn === null && stepsOf(of).includes(what))
  const step = open?.what ?? stepsOf(of)[0]!
  return { step, on: todayOf(of), means: 'post', postClass: 'firstClass', proof: '', wrongAddress: false, estimate: written(of.estimate) }
}

function Post({ value, set, at }: { value: Handed; set(change: Partial<Handed>): void; at: At }) {
  return (
    <>
      <Choice label="Class of mail" value={value.postClass} choices={Object.entries(postWords)} error={at('/postClass')} onChange={(postClass) => set({ postClass })} />
      <TextField label="Proof of mailing" hint="A notice by post does not count without it." value={value.proof} error={at('/proof')} onChange={(proof) => set({ proof })} />
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: readonly (readonly [string, string])[]
  error: string | undefined
  onChange(value: string): void
}

function Choice({ label, value, choices, error, onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}
