import { cancelled, isDeactivated, type Policy } from './facts.ts'

export type Move = 'newTerm' | 'cancel' | 'reinstate' | 'renewing' | 'active' | 'hold' | 'release' | 'deactivate' | 'reactivate'

// movesOf are the actions that are of use for a policy as it stands, and that the server would not refuse. Not everybody may end one.
export function movesOf(policy: Policy, mayDeactivate: boolean): Move[] {
  if (policy.status === 'deactivated') return mayDeactivate ? ['reactivate'] : []
  if (isDeactivated(policy)) return ['release']
  const status: Move[] = policy.status === 'active' ? ['renewing'] : policy.status === 'renewalInProgress' ? ['active'] : []
  const moves: Move[] = ['newTerm', cancelled(policy) ? 'reinstate' : 'cancel', ...status, policy.status === 'onHold' ? 'release' : 'hold']
  return mayDeactivate ? [...moves, 'deactivate'] : moves
}
