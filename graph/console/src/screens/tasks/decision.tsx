import { useState } from 'preact/hooks'
import { AcceptEvidenceDocument, RejectEvidenceDocument, TaskEvidenceDocument, type TaskEvidenceQuery } from '../../gql/graphql.ts'
import { useDraft } from '../../lib/draft.ts'
import { Confirm, Empty, Field, Loading, Problem, Status, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { Restored } from '../../lib/restored.tsx'
import { mayWrite } from '../../lib/session.ts'
import { evidenceWords, noticeStateWords, word } from '../../lib/words.ts'
import { shownAs } from '../case/kind.ts'
import { Content } from '../case/preview.tsx'
import { acceptInput, rowsOf, willDo, type Choice, type Row } from './evidence.ts'
import { Files, Values } from './submission.tsx'
import { Trial } from './trial.tsx'
import type { Submission } from './types.ts'

interface Props {
  id: string
  onDone(words: string): Promise<void>
}

// Decision is what somebody handed in by a link, beside what the policy says today: to be accepted, whole or in part,
// or rejected.
export function Decision({ id, onDone }: Props) {
  const query = useQuery(TaskEvidenceDocument, { id })
  if (query.error && !query.data) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!query.data) return <Loading what="what was handed in" />
  const evidence = query.data.evidenceSubmission
  if (!evidence) return <Empty>There is no such submission in this portfolio.</Empty>
  return <Decide evidence={evidence} data={query.data} onDone={onDone} />
}

function Decide({ evidence, data, onDone }: { evidence: Submission; data: TaskEvidenceQuery; onDone: Props['onDone'] }) {
  const rows = rowsOf(evidence, { perils: data.perils.nodes, endorsements: data.endorsements.nodes, exclusions: data.exclusions.nodes })
  const categories = data.documentCategories.nodes
  const isOpen = evidence.state === 'proposed' && mayWrite()
  const draft = useDraft<Choice>(`evidence ${evidence.id}`, {
    members: rows.map((r) => r.member),
    files: evidence.files.map((f) => f.id),
    categories: {},
    reason: '',
  })
  const { value: choice, set: setChoice } = draft
  const [asking, setAsking] = useState<'accept' | 'reject'>()
  const [shown, setShown] = useState(evidence.files.find((f) => shownAs(f.fileType) !== 'nothing')?.id)
  const document = evidence.files.find((f) => f.id === shown)
  const onChange = isOpen ? setChoice : undefined
  const decided = async (words: string) => {
    draft.clear()
    await onDone(words)
  }
  const shared = { evidence, choice, setChoice, onDone: decided, onClose: () => setAsking(undefined) }
  return (
    <section aria-label="Handed in">
      <h3>
        Handed in <Time value={evidence.submittedAt} /> for term {evidence.termNumber} <Status text={word(evidenceWords, evidence.state)} />
      </h3>
      {evidence.proposed.note && <blockquote>{evidence.proposed.note}</blockquote>}
      <div class="review">
        <div>
          {isOpen && <Restored draft={draft} what="this decision" />}
          {rows.length > 0 && <Values rows={rows} choice={choice} accepted={evidence.accepted} onChange={onChange} />}
          {isOpen && <Trial id={evidence.id} choice={choice} />}
          <Files evidence={evidence} categories={categories} choice={choice} onChange={onChange} shown={shown} onShow={setShown} />
          {isOpen ? (
            <div class="row">
              <button
                type="button"
                class="primary"
                disabled={choice.members.length + choice.files.length === 0}
                onClick={() => setAsking('accept')}
              >
                Accept…
              </button>
              <button type="button" class="danger" onClick={() => setAsking('reject')}>
                Reject…
              </button>
            </div>
          ) : (
            <Decided evidence={evidence} />
          )}
        </div>
        {document && (
          <div class="shown">
            <Content document={{ ...document, name: document.fileName }} />
          </div>
        )}
      </div>
      {asking === 'accept' && <Accept {...shared} rows={rows} />}
      {asking === 'reject' && <Reject {...shared} />}
    </section>
  )
}

function Decided({ evidence }: { evidence: Submission }) {
  if (evidence.decidedAt === null) return null
  return (
    <p>
      Decided <Time value={evidence.decidedAt} />
      {evidence.reason && `: ${evidence.reason}`}{' '}
      {evidence.reply && <span class="quiet">The letter to the sender: {word(noticeStateWords, evidence.reply.state).toLowerCase()}.</span>}
    </p>
  )
}

interface Asked {
  evidence: Submission
  choice: Choice
  setChoice(choice: Choice): void
  onDone: Props['onDone']
  onClose(): void
}

function Accept({ evidence, rows, choice, setChoice, onDone, onClose }: Asked & { rows: readonly Row[] }) {
  const accept = useWrite(AcceptEvidenceDocument)
  const isPart = choice.members.length < rows.length || choice.files.length < evidence.files.length
  const confirm = async () => {
    await accept.write({ id: evidence.id, input: acceptInput(choice) })
    await onDone('Accepted.')
  }
  const what = (
    <ul>
      {willDo(evidence, choice).map((s) => (
        <li key={s}>{s}</li>
      ))}
      <li>The task is completed, and notices go on.</li>
    </ul>
  )
  return (
    <Confirm title={isPart ? 'Accept a part of it' : 'Accept all of it'} action="Accept" what={what} onConfirm={confirm} onClose={onClose}>
      {(errorAt) => <>{isPart && <Reason label="Why not all of it" choice={choice} setChoice={setChoice} error={errorAt('reason')} />}</>}
    </Confirm>
  )
}

function Reject({ evidence, choice, setChoice, onDone, onClose }: Asked) {
  const reject = useWrite(RejectEvidenceDocument)
  const confirm = async () => {
    await reject.write({ id: evidence.id, input: { reason: choice.reason.trim() } })
    await onDone('Rejected.')
  }
  const what = (
    <p>
      Nothing of it is taken over. The sender reads your reason on the page of the link, and gets it by mail. The task is completed, and
      notices go on.
    </p>
  )
  return (
    <Confirm title="Reject all of it" action="Reject" danger what={what} onConfirm={confirm} onClose={onClose}>
      {(errorAt) => <Reason label="What is wrong" choice={choice} setChoice={setChoice} error={errorAt('reason')} required />}
    </Confirm>
  )
}

function Reason({
  label,
  choice,
  setChoice,
  error,
  required,
}: Pick<Asked, 'choice' | 'setChoice'> & { label: string; error: string | undefined; required?: boolean }) {
  return (
    <Field label={label} hint="The person who handed it in reads this." error={error}>
      <textarea
        rows={3}
        required={required ?? false}
        value={choice.reason}
        onInput={(e) => setChoice({ ...choice, reason: e.currentTarget.value })}
      />
    </Field>
  )
}
