import type { ComponentChildren, VNode } from 'preact'
import { Day, Money, Status } from '../../lib/parts.tsx'
import { may } from '../../lib/session.ts'
import { dutyWords, meansWords, placementStateWords, programmeWords, word } from '../../lib/words.ts'
import { Cancel, Charge, Prove, Refund, type ActionProps } from './dialogs.tsx'
import { RecordNotice } from './notice.tsx'
import { Place } from './place.tsx'
import { actionsOf, letterText, placementName, type Action, type Placement } from './placement.ts'

const tones = { noticed: 'warn', reminded: 'warn', mayPlace: 'warn', placed: 'good', charged: 'good', cancelled: undefined, refunded: undefined, cured: 'good' } as const

interface CardProps extends ActionProps {
  // Whether what is on its case can be changed.
  isOpen: boolean
  // The case, where it is not the page's own.
  children?: ComponentChildren
}

// PlacementCard is all that there is to do about a placement, and its buttons.
export function PlacementCard({ placement, isOpen, children, done }: CardProps) {
  const { state, programme, refund, lapsedOn } = placement
  return (
    <>
      <p>
        <Status text={word(placementStateWords, state)} tone={tones[state]} /> <strong>{placementName(placement)}</strong>
      </p>
      {children}
      <dl class="facts">
        <dt>Programme</dt>
        <dd>{word(programmeWords, programme)}</dd>
        <dt>Without cover from</dt>
        <dd>
          <Day value={lapsedOn} />
        </dd>
        <Earliest placement={placement} />
        <Insurance placement={placement} />
        {refund && (
          <>
            <dt>To give back</dt>
            <dd>
              <strong>
                <Money value={refund.amount} />
              </strong>{' '}
              by <Day value={refund.dueOn} distance />
            </dd>
          </>
        )}
      </dl>
      <Duties placement={placement} />
      <Letters placement={placement} />
      {isOpen && <Actions placement={placement} done={done} />}
    </>
  )
}

function Earliest({ placement: { earliestChargeOn, earliestRule, earliestSource } }: { placement: Placement }) {
  return (
    <>
      <dt>Earliest charge</dt>
      <dd>
        <Day value={earliestChargeOn} distance />
        <div class="quiet">
          {earliestRule} ({earliestSource})
        </div>
      </dd>
    </>
  )
}

function Insurance({ placement: { carrier, policyNumber, premium, charges, effectiveOn, endsOn } }: { placement: Placement }) {
  if (carrier === null) return null
  return (
    <>
      <dt>Placed with</dt>
      <dd>
        {carrier}, {policyNumber}, <Money value={premium} />
        <div class="quiet">
          <Day value={effectiveOn} /> to <Day value={endsOn} />
        </div>
      </dd>
      {charges.map(({ on, amount }, at) => (
        <Charged key={at} on={on} amount={amount} />
      ))}
    </>
  )
}

function Charged({ on, amount }: Placement['charges'][number]) {
  return (
    <>
      <dt>Charged</dt>
      <dd>
        <Money value={amount} /> on <Day value={on} />
      </dd>
    </>
  )
}

// Duties are those that are open, each with its days; what is late stands out.
function Duties({ placement: { duties } }: { placement: Placement }) {
  const open = duties.filter(({ what, doneOn }) => doneOn === null && what !== 'place' && what !== 'charge')
  if (open.length === 0) return null
  return (
    <ul class="plain duties">
      {open.map(({ what, source, earliestOn, dueOn, isLate }) => (
        <li key={what} class={isLate ? 'bad' : undefined}>
          {dutyWords[what] ?? what}
          {earliestOn && (
            <>
              , from <Day value={earliestOn} />
            </>
          )}
          {dueOn && (
            <>
              , {isLate ? 'late: was due on' : 'due on'} <Day value={dueOn} />
            </>
          )}{' '}
          <span class={isLate ? undefined : 'quiet'}>({source})</span>
        </li>
      ))}
    </ul>
  )
}

// Letters are those to the borrower, the newest last: what became of each.
function Letters({ placement: { letters } }: { placement: Placement }) {
  if (letters.length === 0) return null
  return (
    <ul class="plain duties" aria-label="Letters">
      {letters.map((letter) => (
        <li key={letter.id}>
          {dutyWords[letter.step] ?? letter.step}, {word(meansWords, letter.means).toLowerCase()}: {letterText(letter)}
        </li>
      ))}
    </ul>
  )
}

const buttons: Readonly<Record<Action, (props: ActionProps) => VNode>> = { notice: RecordNotice, place: Place, prove: Prove, charge: Charge, cancel: Cancel, refund: Refund }

function Actions(props: ActionProps) {
  const known = actionsOf(props.placement).filter((action) => may(action === 'notice' ? 'SEND_NOTICES' : 'CHANGE_RECORDS'))
  if (known.length === 0) return null
  return (
    <div class="row">
      {known.map((action) => {
        const Button = buttons[action]
        return <Button key={action} {...props} />
      })}
    </div>
  )
}
