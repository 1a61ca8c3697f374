import { CancelPlacementDocument, ChargePlacementDocument, RecordPlacementProofDocument, RefundPlacementDocument } from '../../gql/graphql.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { moneyTyped, written } from '../../lib/typed.ts'
import { Sentences } from '../case/act.tsx'
import { AmountField, DayField } from './fields.tsx'
import { cancels, charges, placementName, proves, refunds, todayOf, type Placement } from './placement.ts'

export interface ActionProps {
  placement: Placement
  // To call with what was done.
  done(message: string): void
}

// Charge is the button and the dialog of a charge.
export function Charge({ placement, done }: ActionProps) {
  const { write } = useWrite(ChargePlacementDocument)
  const name = placementName(placement)
  return (
    <Edit
      label="Charge"
      title={`Charge the borrower: ${name}`}
      what={() => <Sentences of={charges(placement)} />}
      action="Record the charge"
      draft={`charge ${placement.id}`}
      beginning={{ amount: '' }}
      save={async ({ value }) => {
        const amount = moneyTyped(value.amount, placement.premium?.currency)
        await write({ id: placement.id, input: { ...(amount && { amount }) } })
        done(`The charge for ${name} is recorded.`)
      }}
    >
      {({ value, set }, at) => <AmountField label="Amount" value={value.amount} error={at('/amount')} onChange={(amount) => set({ amount })} />}
    </Edit>
  )
}

// Cancel is the button and the dialog of an end with the carrier.
export function Cancel({ placement, done }: ActionProps) {
  const { write } = useWrite(CancelPlacementDocument)
  const name = placementName(placement)
  return (
    <Edit
      label="Cancel"
      title={`Cancel the lender-placed insurance: ${name}`}
      what={() => <Sentences of={cancels()} />}
      action="Record the cancellation"
      danger
      draft={`cancel placement ${placement.id}`}
      beginning={{ from: (placement.endsEarlyOn ?? todayOf(placement)).slice(0, 10) }}
      save={async ({ value: { from } }) => {
        await write({ id: placement.id, input: { from } })
        done(`The cancellation of ${name} is recorded.`)
      }}
    >
      {({ value, set }, at) => <DayField label="First day without it" value={value.from} error={at('/from')} onChange={(from) => set({ from })} />}
    </Edit>
  )
}

// Refund is the button and the dialog of money that was given back.
export function Refund({ placement, done }: ActionProps) {
  const { write } = useWrite(RefundPlacementDocument)
  const name = placementName(placement)
  return (
    <Edit
      label="Record a refund"
      title={`Refund: ${name}`}
      what={() => <Sentences of={refunds(placement)} />}
      action="Record the refund"
      draft={`refund ${placement.id}`}
      beginning={{ amount: written(placement.refund?.amount), paidOn: todayOf(placement) }}
      save={async ({ value }) => {
        const amount = moneyTyped(value.amount, placement.refund?.amount.currency)
        await write({ id: placement.id, input: { ...(amount && { amount }), ...(value.paidOn && { paidOn: value.paidOn }) } })
        done(`The refund for ${name} is recorded.`)
      }}
    >
      {({ value, set }, at) => (
        <>
          <AmountField label="Amount" value={value.amount} error={at('/amount')} onChange={(amount) => set({ amount })} />
          <DayField label="Paid on" value={value.paidOn} error={at('/paidOn')} onChange={(paidOn) => set({ paidOn })} />
        </>
      )}
    </Edit>
  )
}

// Prove is the button and the dialog of proof that the borrower has cover.
export function Prove({ placement, done }: ActionProps) {
  const { write } = useWrite(RecordPlacementProofDocument)
  const name = placementName(placement)
  return (
    <Edit
      label="Record proof of cover"
      title={`Proof of the borrower’s own cover: ${name}`}
      what={() => <Sentences of={proves(placement)} />}
      action="Record the proof"
      draft={`proof ${placement.id}`}
      beginning={{ receivedOn: todayOf(placement), from: '', to: '' }}
      save={async ({ value: { receivedOn, from, to } }) => {
        await write({ id: placement.id, input: { receivedOn, from, ...(to && { to }) } })
        done(`The proof of cover for ${name} is recorded.`)
      }}
    >
      {({ value, set }, at) => (
        <>
          <DayField label="Received on" value={value.receivedOn} error={at('/receivedOn')} onChange={(receivedOn) => set({ receivedOn })} />
          <DayField label="Cover begins on" value={value.from} error={at('/from')} onChange={(from) => set({ from })} />
          <Field label="First day without cover again" hint="Empty: cover goes on." error={at('/to')}>
            <input type="date" value={value.to} onInput={(event) => set({ to: event.currentTarget.value })} />
          </Field>
        </>
      )}
    </Edit>
  )
}
