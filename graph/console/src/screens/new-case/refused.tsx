import { Refusal } from '../../lib/graphql.ts'
import { Problem } from '../../lib/parts.tsx'
import type { At } from '../../lib/typed.ts'

// Refused says why nothing was saved. It comes after the fields: what stands at one of them is not said again.
export function Refused({ refusal, at }: { refusal: Refusal; at: At }) {
  const { violations, status, code, requestId } = refusal
  const isMarked = violations.length > 0 && violations.every(({ message }) => at.shown.has(message))
  return <Problem refusal={isMarked ? new Refusal(status, code, 'Correct what is marked above.', requestId) : refusal} />
}
