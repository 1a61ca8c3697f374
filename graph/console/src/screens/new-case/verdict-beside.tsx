import { TrialVerdictDocument, type TriedFragment, type TrialVerdictInput } from '../../gql/graphql.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Verdict } from '../../lib/parts.tsx'
import { useTried } from '../../lib/query.ts'
import { counted } from '../../lib/format.ts'
import { openOf } from './tried.ts'

// So long after the last key the verdict is asked for.
const pause = 350

// VerdictBeside is what the verdict would be with what is typed: the server works it out and writes nothing.
export function VerdictBeside({ input, ready, waiting = 'Type a limit' }: { input: TrialVerdictInput; ready: boolean; waiting?: string }) {
  const { data, refusal, busy } = useTried(TrialVerdictDocument, { input }, pause, ready)
  const trial = data?.trialVerdict
  return (
    <section class="card beside-form" aria-labelledby="would-be" aria-busy={busy}>
      <h2 id="would-be">The verdict with this policy</h2>
      {!ready && <p class="quiet">{waiting}, and what the verdict would be stands here. Nothing is saved by that.</p>}
      {ready && refusal && <NotYet refusal={refusal} />}
      {ready && trial && <Change before={trial.before} after={trial.after} stale={busy || refusal !== undefined} />}
    </section>
  )
}

// NotYet says what the server would refuse, in its words.
function NotYet({ refusal }: { refusal: Refusal }) {
  const all = refusal.violations.length > 0 ? refusal.violations.map(({ message }) => message) : [refusal.message]
  return (
    <div role="status">
      <p>{refusal.violations.length > 0 ? `No verdict yet: ${counted(all.length, 'entry has', 'entries have')} to be corrected.` : 'No verdict yet.'}</p>
      <ul>
        {all.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function Change({ before, after, stale }: { before: TriedFragment; after: TriedFragment; stale: boolean }) {
  const open = openOf(after)
  const was = openOf(before)
  const mended = was.filter((one) => !open.some(({ message }) => message === one.message))
  return (
    <div class={stale ? 'quiet' : undefined}>
      <p role="status">
        <Verdict value={after.verdict} /> {after.verdict === before.verdict ? 'as it is today.' : 'and today:'}{' '}
        {after.verdict !== before.verdict && <Verdict value={before.verdict} />}
      </p>
      <h3>{open.length > 0 ? `Still open: ${counted(open.length, 'finding')}` : 'Nothing is open.'}</h3>
      <ul class="plain findings">
        {open.map(({ message, coverage, isNew }) => (
          <li key={coverage + message}>
            {message} {isNew(was) && <span class="warn">with this policy</span>}
          </li>
        ))}
      </ul>
      {mended.length > 0 && (
        <details>
          <summary>Corrected by it: {counted(mended.length, 'finding')}</summary>
          <ul class="plain findings">
            {mended.map(({ message, coverage }) => (
              <li key={coverage + message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
