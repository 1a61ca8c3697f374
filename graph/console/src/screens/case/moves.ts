import { cancelled, isDeactivated, type Policy } from './facts.ts'

export type Move = 'newTerm' | 'cancel' | 'reinstate' | 'hold' | 'release' | 'deactivate' | 'reactivate'

// movesOf are the actions that are of use for a policy as it stands, and that the server would not refuse.
export function movesOf(policy: Policy): Move[] {
  if (policy.status === 'deactivated') return ['reactivate']
  if (isDeactivated(policy)) return ['release']
  return ['newTerm', cancelled(policy) ? 'reinstate' : 'cancel', policy.status === 'onHold' ? 'release' : 'hold', 'deactivate']
}
