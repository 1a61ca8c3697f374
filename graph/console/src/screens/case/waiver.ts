import type { FindingCode } from '../../gql/graphql.ts'

// A waiver names the whole class of "no cover" by its first code.
const noCover: FindingCode[] = ['no_policy', 'not_started', 'expired', 'cancelled', 'deactivated', 'primary_missing']

// waivable are the codes that a waiver of these findings would name, each once.
export function waivable(codes: FindingCode[]): FindingCode[] {
  return [...new Set(codes.map((code) => (noCover.includes(code) ? 'no_policy' : code)))]
}

export const isNoCover = (code: FindingCode) => noCover.includes(code)

export interface DecidableWaiver {
  state: string
  requestedBy: string
}

// whyNotApprove says why this person cannot approve a waiver; undefined if they can.
export function whyNotApprove(waiver: DecidableWaiver, viewer: string | null | undefined): string | undefined {
  if (waiver.state === 'requested' && waiver.requestedBy === viewer) {
    return 'You asked for this waiver. Somebody else has to approve it; you can take it back by rejecting it.'
  }
  return undefined
}
