import { EvidenceTrialDocument } from '../../gql/graphql.ts'
import { Loading, Problem } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { verdictWords, word } from '../../lib/words.ts'
import { acceptInput, type Choice } from './evidence.ts'
import { afterOf } from './after.ts'

// Trial is what the verdict of the case would be if what is chosen were accepted. The server tries it, and writes nothing.
export function Trial({ id, choice }: { id: string; choice: Choice }) {
  if (choice.members.length + choice.files.length === 0) return null
  return <Tried id={id} choice={choice} />
}

function Tried({ id, choice }: { id: string; choice: Choice }) {
  const query = useQuery(EvidenceTrialDocument, { input: { accept: { id, input: acceptInput({ ...choice, reason: '' }) } } })
  const tried = query.data?.trialVerdict
  if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!tried) return <Loading what="the verdict after accepting" />
  const { mended, added, left } = afterOf(tried.before.demands, tried.after.demands)
  return (
    <section class="note" aria-label="After accepting" aria-busy={query.loading}>
      <h4>
        After accepting: {word(verdictWords, tried.after.verdict)}{' '}
        <span class="quiet">
          {tried.after.verdict === tried.before.verdict ? 'as today' : `today: ${word(verdictWords, tried.before.verdict)}`}
        </span>
      </h4>
      <Told title="Corrected" messages={mended} />
      <Told title="New" messages={added} />
      <Told title="Still outstanding or not met" messages={left} />
    </section>
  )
}

const most = 8

function Told({ title, messages }: { title: string; messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul>
        {messages.slice(0, most).map((m) => (
          <li key={m}>{m}</li>
        ))}
        {messages.length > most && <li class="quiet">and {messages.length - most} more</li>}
      </ul>
    </>
  )
}
