import { useEffect, useRef } from 'preact/hooks'
import { PolicyLetterDocument, PolicyNoticeDocument, type PolicyNoticeQuery } from '../../gql/graphql.ts'
import { Empty, Loading, Problem, Time } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { deliveryWords, stepWords, word } from '../../lib/words.ts'
import type { Notice } from './types.ts'
import { noticeReason } from './why.ts'

type Sent = NonNullable<PolicyNoticeQuery['renewalNotice']>

// Letter is what a step says: the letter that was written, or of a step to come the one that would be written today.
export function Letter({ policy, notice }: { policy: string; notice: Notice }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="panel" aria-labelledby="letter">
      <h3 id="letter" tabIndex={-1} ref={heading}>
        Letter: {word(stepWords, notice.step)}
      </h3>
      {notice.settledAt === null ? <Preview policy={policy} notice={notice} /> : <Written id={notice.id} />}
    </section>
  )
}

function Preview({ policy, notice }: { policy: string; notice: Notice }) {
  const query = useQuery(PolicyLetterDocument, { policy, step: notice.step })
  if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (query.loading) return <Loading what="the letter" />
  const letter = query.data?.letterPreview
  if (!letter) return <Empty>There is no letter for this step today.</Empty>
  return (
    <>
      <p class="quiet">This is what it would say today. The one that is sent has a link for handing in evidence. {wording(letter)}</p>
      <Text subject={letter.subject} body={letter.text} />
    </>
  )
}

function Written({ id }: { id: string }) {
  const query = useQuery(PolicyNoticeDocument, { id })
  if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (query.loading) return <Loading what="the letter" />
  const notice = query.data?.renewalNotice
  if (!notice) return <Empty>There is no such notice any more.</Empty>
  return (
    <>
      {notice.body === null ? (
        <Empty>It was never written.</Empty>
      ) : (
        <>
          <p class="quiet">{wording(notice)}</p>
          <Text subject={notice.subject} body={notice.body} />
        </>
      )}
      <Attempts notice={notice} />
    </>
  )
}

function Attempts({ notice }: { notice: Sent }) {
  if (notice.attempts.length === 0) return null
  return (
    <>
      <h4>Attempts</h4>
      <ol class="attempts">
        {notice.attempts.map((a) => (
          <li key={a.number} value={a.number}>
            <Time value={a.settledAt} />: {noticeReason({ state: a.state, skipReason: a.reason }, true).what}
            {a.recipients.length > 0 && ` To ${a.recipients.join(', ')}.`}
            {a.requestedBy && ` ${a.requestedBy.name} asked for it.`}
            {a.deliveries.map((d) => (
              <p class="quiet" key={d.address}>
                {d.address}: {word(deliveryWords, d.state)}
                {d.reply && `: ${d.reply}`}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}

function Text({ subject, body }: { subject: string | null; body: string | null }) {
  return (
    <div class="letter">
      <p>
        <strong>{subject}</strong>
      </p>
      <pre tabIndex={0} aria-label="The letter’s text">
        {body}
      </pre>
    </div>
  )
}

function wording(letter: { templateId: string | null; templateVersion: number | null }): string {
  if (letter.templateVersion === null) return ''
  return letter.templateId === null
    ? `Built-in wording, version ${letter.templateVersion}.`
    : `The lender’s own wording, version ${letter.templateVersion}.`
}
