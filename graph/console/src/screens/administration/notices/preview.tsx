import type { PlacementProgramme } from '../../../gql/enums.ts'
import { PreviewNoticeDocument, type PreviewNoticeMutation } from '../../../gql/graphql.ts'
import { Loading, Problem, Status } from '../../../lib/parts.tsx'
import { useTried } from '../../../lib/query.ts'
import type { Step } from './notices.tsx'

type Passage = PreviewNoticeMutation['previewNoticeWording']['passages'][number]

// So long after the last key the notice is read anew.
const pause = 400

interface Props {
  programme: PlacementProgramme
  step: Step
  text: string
}

// NoticePreview is how a wording reads, with what the law asks for marked in it, and what is missing. Nothing is recorded.
export function NoticePreview({ programme, step, text }: Props) {
  const { data, refusal, busy } = useTried(PreviewNoticeDocument, { input: { programme, step: step.key, text } }, pause)
  const preview = data?.previewNoticeWording
  if (!preview) return <section class="card">{refusal ? <Problem refusal={refusal} /> : <Loading what="the notice" />}</section>
  return (
    <section class="card" aria-labelledby="preview" aria-busy={busy}>
      <h2 id="preview">The notice as it reads</h2>
      {refusal && <Problem refusal={refusal} />}
      <Missing problems={preview.problems} />
      <pre class="letter" tabIndex={0} aria-label="The notice’s text">
        {preview.passages.map((passage, at) => (
          <Said key={at} passage={passage} />
        ))}
      </pre>
      <Statements step={step} passages={preview.passages} />
    </section>
  )
}

// Missing is what keeps the wording from being saved.
function Missing({ problems }: { problems: PreviewNoticeMutation['previewNoticeWording']['problems'] }) {
  if (problems.length === 0) return <p class="quiet">It says all that the law asks for, which is marked.</p>
  return (
    <div class="note" role="status">
      <p>It cannot be saved like this:</p>
      <ul>
        {problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function Said({ passage: { text, isBold, statement, citation } }: { passage: Passage }) {
  const words = isBold ? <strong>{text}</strong> : text
  return statement ? <mark title={`${statement}: ${citation ?? ''}`}>{words}</mark> : <>{words}</>
}

// Statements are what the notice must say, each with its rule and whether it does.
function Statements({ step, passages }: { step: Step; passages: readonly Passage[] }) {
  return (
    <>
      <h3>What it must say</h3>
      <ul class="plain entries">
        {step.statements.map(({ key, source, say, isBold, isOptional, text }) => {
          const isSaid = passages.some(({ statement }) => statement === key)
          return (
            <li key={key}>
              <p>
                <Status text={isSaid ? 'Said' : isOptional ? 'Where it applies' : 'Missing'} tone={isSaid ? 'good' : isOptional ? undefined : 'bad'} />{' '}
                <span class="quiet">
                  {say === 'verbatim' ? 'Word for word' : 'In your own words'}
                  {isBold && ', bold'} ({source})
                </span>
              </p>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
