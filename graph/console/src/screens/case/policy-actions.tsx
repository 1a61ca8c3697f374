import { useEffect, useRef, useState } from 'preact/hooks'
import { CorrectPolicyDocument, DeactivatePolicyDocument, HoldPolicyDocument, ReactivatePolicyDocument, ReleasePolicyDocument } from '../../gql/graphql.ts'
import { present } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { Act } from './act.tsx'
import { CancelPolicy } from './cancel-policy.tsx'
import { EvidenceLink } from './evidence-link.tsx'
import { isDeactivated, nameOf, type Policy } from './facts.ts'
import { movesOf, type Move } from './moves.ts'
import { NewTerm } from './new-term.tsx'
import { ReinstatePolicy } from './reinstate-policy.tsx'
import { deactivate, holdPolicy, reactivate, releasePolicy } from './says.ts'
import { ShownContext, useShown } from './shown.ts'

// PolicyActions are what can be done with a policy as it stands. Escape closes them, and so does the end of one of them. What others
// change does not: a menu that closed on its own would take the button from under the hand.
export function PolicyActions({ policy }: { policy: Policy }) {
  const shown = useShown()
  const menu = useRef<HTMLDetailsElement>(null)
  const [done, setDone] = useState(0)
  const close = () => {
    if (!menu.current?.open || document.querySelector('dialog[open]')) return
    const inside = menu.current.contains(document.activeElement)
    menu.current.open = false
    if (inside) menu.current.querySelector('summary')?.focus()
  }
  useEffect(close, [done])
  const changed = (message: string) => {
    setDone((n) => n + 1)
    shown.changed(message)
  }
  return (
    <details class="menu" ref={menu} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary aria-label={`Actions for policy ${nameOf(policy)}`}>Actions</summary>
      <ShownContext.Provider value={{ ...shown, changed }}>
        <div>
          {movesOf(policy, may('DEACTIVATE')).map((move) => (
            <MoveButton key={move} move={move} policy={policy} />
          ))}
          {!isDeactivated(policy) && <EvidenceLink policy={policy} />}
        </div>
      </ShownContext.Provider>
    </details>
  )
}

function MoveButton({ move, policy }: { move: Move; policy: Policy }) {
  switch (move) {
    case 'newTerm':
      return <NewTerm policy={policy} />
    case 'cancel':
      return <CancelPolicy policy={policy} />
    case 'reinstate':
      return <ReinstatePolicy policy={policy} />
    default:
      return <PlainMove move={move} policy={policy} />
  }
}

type Plain = Exclude<Move, 'newTerm' | 'cancel' | 'reinstate'>

const labels: Record<Plain, string> = {
  renewing: 'Renewal in progress',
  active: 'Active again',
  hold: 'Put on hold',
  release: 'Release from hold',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
}
const results: Record<Plain, string> = {
  renewing: 'marked as being renewed',
  active: 'active again',
  hold: 'on hold',
  release: 'released from hold',
  deactivate: 'deactivated',
  reactivate: 'active again',
}

function PlainMove({ move, policy }: { move: Plain; policy: Policy }) {
  const { changed } = useShown()
  const said = useSaid(policy)
  const correct = useWrite(CorrectPolicyDocument).write
  const writes: Record<Plain, (variables: { id: string }) => Promise<unknown>> = {
    renewing: ({ id }) => correct({ id, input: { status: 'renewalInProgress' } }),
    active: ({ id }) => correct({ id, input: { status: 'active' } }),
    hold: useWrite(HoldPolicyDocument).write,
    release: useWrite(ReleasePolicyDocument).write,
    deactivate: useWrite(DeactivatePolicyDocument).write,
    reactivate: useWrite(ReactivatePolicyDocument).write,
  }
  const name = nameOf(policy)
  return (
    <Act
      label={labels[move]}
      title={`${labels[move]}: policy ${name}`}
      what={said[move]()}
      action={labels[move]}
      danger={move === 'deactivate'}
      run={() => writes[move]({ id: policy.id })}
      done={() => changed(`Policy ${name} is ${results[move]}.`)}
    />
  )
}

function useSaid(policy: Policy): Record<Plain, () => string[]> {
  const { facts, notices, demands } = useShown()
  const around = { tasks: facts.tasks, notices, now: present().toISOString() }
  return {
    renewing: () => ['The status says that the renewal is being worked on. Letters, cover and the verdict stay as they are; a new term ends it.'],
    active: () => ['The status says that nobody works on the renewal any more. Letters, cover and the verdict stay as they are.'],
    hold: () => holdPolicy(policy, around),
    release: () => releasePolicy(policy, around),
    deactivate: () => deactivate(policy, around, demands),
    reactivate: () => reactivate(policy),
  }
}
