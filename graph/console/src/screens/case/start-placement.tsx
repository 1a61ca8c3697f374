import { PlacementChoicesDocument, StartPlacementDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { moneyTyped, type At } from '../../lib/typed.ts'
import { AmountField, DayField } from '../placements/fields.tsx'
import { Sentences } from './act.tsx'
import { useShown } from './shown.ts'

interface Begun {
  asset: string
  coverageType: string
  lapsedOn: string
  estimate: string
  electronicConsent: boolean
  cure: string
  refund: string
}

const beginning: Begun = { asset: '', coverageType: '', lapsedOn: '', estimate: '', electronicConsent: false, cure: '', refund: '' }

const says = [
  'Which programme of notices it is follows from what is recorded of the loan and the asset.',
  'Nothing is bought, charged or sent by starting it. The days begin with the first notice.',
]

// StartPlacement is the button and the dialog that begin a programme of notices at a target.
export function StartPlacement() {
  const { facts, changed } = useShown()
  const { write } = useWrite(StartPlacementDocument)
  async function save({ value }: Drafted<Begun>) {
    const { asset, coverageType, lapsedOn, electronicConsent, cure, refund } = value
    const estimate = moneyTyped(value.estimate, facts.loanAmount?.currency)
    await write({
      input: {
        caseId: facts.id,
        coverageType,
        lapsedOn,
        electronicConsent,
        ...(asset && { asset }),
        ...(estimate && { estimate }),
        ...((cure || refund) && { days: { cure: Number(cure), refund: Number(refund) } }),
      },
    })
    changed('The lender-placed insurance is started. Its first notice is due.')
  }
  return (
    <Edit<Begun>
      label="Start"
      name="Start lender-placed insurance"
      title="Start lender-placed insurance"
      what={() => <Sentences of={says} />}
      action="Start"
      draft={`placement ${facts.id}`}
      beginning={beginning}
      save={save}
    >
      {(draft, at) => <Target draft={draft} at={at} />}
    </Edit>
  )
}

function Target({ draft: { value, set }, at }: { draft: Drafted<Begun>; at: At }) {
  const { facts } = useShown()
  return (
    <>
      <CoverageChoice value={value.coverageType} error={at('/coverageType')} onChange={(coverageType) => set({ coverageType })} />
      <Field label="At" error={at('/asset')}>
        <select value={value.asset} onChange={(event) => set({ asset: event.currentTarget.value })}>
          <option value="">The loan itself</option>
          {facts.assets.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      </Field>
      <DayField label="First day without cover" value={value.lapsedOn} error={at('/lapsedOn')} onChange={(lapsedOn) => set({ lapsedOn })} />
      <AmountField label="Expected cost in a year" value={value.estimate} error={at('/estimate')} onChange={(estimate) => set({ estimate })} />
      <label class="check">
        <input type="checkbox" checked={value.electronicConsent} onChange={() => set({ electronicConsent: !value.electronicConsent })} /> The
        borrower agreed to notices by e-mail
      </label>
      <Days draft={{ value, set }} at={at} />
    </>
  )
}

// Days are those of a loan agreement; the server asks for them where no law has any.
function Days({ draft: { value, set }, at }: { draft: Pick<Drafted<Begun>, 'value' | 'set'>; at: At }) {
  const whole = at('/days')
  return (
    <div class="fields">
      <Field label="Days to mend it" hint="By the loan agreement, where no law has days." error={at('/days/cure') ?? whole}>
        <input type="number" min={1} max={365} value={value.cure} onInput={(event) => set({ cure: event.currentTarget.value })} />
      </Field>
      <Field label="Days to give back" error={at('/days/refund')}>
        <input type="number" min={1} max={365} value={value.refund} onInput={(event) => set({ refund: event.currentTarget.value })} />
      </Field>
    </div>
  )
}

// CoverageChoice has what the lender requires first.
function CoverageChoice({ value, error, onChange }: { value: string; error: string | undefined; onChange(id: string): void }) {
  const { demands } = useShown()
  const known = useQuery(PlacementChoicesDocument, {}).data?.coverageTypes.nodes ?? []
  const rank = (id: string) => (demands.has(id) ? 0 : 1)
  return (
    <Field label="Coverage that is missing" error={error}>
      <select required value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Choose</option>
        {known
          .toSorted((a, b) => rank(a.id) - rank(b.id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </Field>
  )
}
