import { PlaceInsuranceDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { useWrite } from '../../lib/query.ts'
import { amountTyped, written } from '../../lib/typed.ts'
import { Sentences } from '../case/act.tsx'
import type { ActionProps } from './dialogs.tsx'
import { AmountField, DayField, TextField } from './fields.tsx'
import { placementName, places, yearAfter } from './placement.ts'

interface Bought {
  carrier: string
  policyNumber: string
  amount: string
  premium: string
  effectiveOn: string
  endsOn: string
  shortRatePercent: string
}

// Place is the button and the dialog of insurance that was bought.
export function Place({ placement, done }: ActionProps) {
  const { write } = useWrite(PlaceInsuranceDocument)
  const currency = placement.estimate?.currency ?? 'USD'
  const lapsedOn = placement.lapsedOn.slice(0, 10)
  async function save({ value: { amount, premium, shortRatePercent, ...texts } }: Drafted<Bought>) {
    await write({
      id: placement.id,
      input: {
        ...texts,
        amount: { amount: amountTyped(amount), currency },
        premium: { amount: amountTyped(premium), currency },
        ...(shortRatePercent && { shortRatePercent }),
      },
    })
    done(`The insurance for ${placementName(placement)} is recorded as placed.`)
  }
  return (
    <Edit<Bought>
      label="Place"
      title={`Place insurance: ${placementName(placement)}`}
      what={() => <Sentences of={places(placement)} />}
      action="Record the insurance"
      draft={`place ${placement.id}`}
      beginning={{
        carrier: '', policyNumber: '', amount: '', premium: written(placement.estimate), effectiveOn: lapsedOn, endsOn: yearAfter(lapsedOn), shortRatePercent: '',
      }}
      save={save}
    >
      {({ value, set }, at) => (
        <>
          <TextField label="Carrier" required value={value.carrier} error={at('/carrier')} onChange={(carrier) => set({ carrier })} />
          <TextField label="Policy number" required value={value.policyNumber} error={at('/policyNumber')} onChange={(policyNumber) => set({ policyNumber })} />
          <AmountField label="Limit" required value={value.amount} error={at('/amount')} onChange={(amount) => set({ amount })} />
          <AmountField label="Premium, with fees" required value={value.premium} error={at('/premium')} onChange={(premium) => set({ premium })} />
          <DayField label="First day" value={value.effectiveOn} error={at('/effectiveOn')} onChange={(effectiveOn) => set({ effectiveOn })} />
          <DayField label="First day without it" value={value.endsOn} error={at('/endsOn')} onChange={(endsOn) => set({ endsOn })} />
          <AmountField
            label="Short rate, percent"
            hint="What the carrier returns of the unearned premium. Empty: by days."
            value={value.shortRatePercent}
            error={at('/shortRatePercent')}
            onChange={(shortRatePercent) => set({ shortRatePercent })}
          />
        </>
      )}
    </Edit>
  )
}
