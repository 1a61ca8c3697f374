import { useRef, useState } from 'preact/hooks'
import { AdvanceSandboxDocument, type SandboxedFragment } from '../../../gql/graphql.ts'
import { Field, Problem } from '../../../lib/parts.tsx'
import { useWrite } from '../../../lib/query.ts'
import { mayWrite } from '../../../lib/session.ts'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { Progress } from '../progress.tsx'
import { clockText } from './words.ts'

const dayLong = 86_400_000
const daysBetween = (from: string, to: string) => Math.ceil((Date.parse(to) - Date.parse(from)) / dayLong)

const steps = [
  ['P1D', '+1 day'],
  ['P30D', '+30 days'],
] as const

interface Props {
  sandbox: SandboxedFragment
  reload(): Promise<void>
}

// Clock is the time of a sandbox, how it is moved, and how far it is on the way.
export function Clock({ sandbox, reload }: Props) {
  return (
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Its clock</h2>
      <p class="big" role="status">
        {clockText(sandbox.now)}
      </p>
      {sandbox.state === 'failed' && (
        <p class="problem" role="alert">
          <strong>It stopped on the way to {clockText(sandbox.target ?? sandbox.now)}.</strong> {sandbox.failure} Put that right, then move it again.
        </p>
      )}
      <OnTheWay sandbox={sandbox} />
      {mayWrite() && <Moves sandbox={sandbox} reload={reload} />}
    </section>
  )
}

// OnTheWay says how far a clock is that moves, from where it was seen first.
function OnTheWay({ sandbox: { state, now, target } }: Pick<Props, 'sandbox'>) {
  const began = useRef<string>(undefined)
  const isMoving = state === 'advancing' && target !== null
  began.current = isMoving ? (began.current ?? now) : undefined
  if (!isMoving) return null
  return (
    <p>
      <Progress what="Moving" done={daysBetween(began.current!, now)} total={daysBetween(began.current!, target)} noun="days" />
      <span class="of">On the way to {clockText(target)}; until it is there, nothing in the sandbox can be changed.</span>
    </p>
  )
}

function Moves({ sandbox: { id, state, now, target }, reload }: Props) {
  const [day, setDay] = useState('')
  const advance = useWrite(AdvanceSandboxDocument)
  const isMoving = state === 'advancing'
  const at = pointed(advance.error?.violations ?? [])
  const move = async (input: { to: string } | { by: string }) => {
    try {
      await advance.write({ id, input })
      setDay('')
    } catch {
      // What was refused is said below.
    }
    await reload()
  }
  return (
    <>
      <p class="row">
        {steps.map(([by, name]) => (
          <button key={by} type="button" disabled={isMoving || advance.busy} onClick={() => void move({ by })}>
            {name}
          </button>
        ))}
        {state === 'failed' && target && (
          <button type="button" class="primary" disabled={advance.busy} onClick={() => void move({ to: target })}>
            Go on
          </button>
        )}
      </p>
      <form
        class="row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void move({ to: `${day}T00:00:00Z` })
        }}
      >
        <Field label="To the beginning of a day" error={at('/to')}>
          <input type="date" min={now.slice(0, 10)} value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </Field>
        <button type="submit" disabled={isMoving || advance.busy || !day}>
          Move
        </button>
      </form>
      {advance.error && (advance.error.violations.length > 0 ? <Refused refusal={advance.error} at={at} /> : <Problem refusal={advance.error} />)}
    </>
  )
}
