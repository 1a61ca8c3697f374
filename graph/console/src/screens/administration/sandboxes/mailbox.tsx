import { useEffect, useState } from 'preact/hooks'
import { SandboxLetterDocument, SandboxMailDocument, type SandboxedFragment, type SandboxMailQuery } from '../../../gql/graphql.ts'
import { href } from '../../../lib/address.ts'
import { Empty, Link, Loading, Problem, Table, Total, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { mayWrite } from '../../../lib/session.ts'
import { LetterFrame } from './letter-frame.tsx'
import { clockText } from './words.ts'

type Line = SandboxMailQuery['sandboxLetters']['nodes'][number]

const pageLong = 25

interface Props {
  sandbox: SandboxedFragment
  // What a broker should answer: the policy of a letter.
  onAnswer(policy: string): void
}

// Mailbox is what was sent in a sandbox, the newest first. No letter of it has left.
export function Mailbox({ sandbox, onAnswer }: Props) {
  const [offset, setOffset] = useState(0)
  const [open, setOpen] = useState('')
  const query = useQuery(SandboxMailDocument, { id: sandbox.id, offset })
  useEffect(() => {
    if (query.data) void query.reload()
  }, [sandbox.now, sandbox.state])
  const mail = query.data?.sandboxLetters
  return (
    <section class="card" aria-labelledby="mail" aria-busy={query.loading}>
      <header>
        <h2 id="mail">Mailbox</h2>
        {mail && <Total value={mail.pageInfo.total} one="letter" />}
      </header>
      {!mail && (query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the mailbox" />)}
      {mail?.nodes.length === 0 && <Empty>Nothing was sent yet. Move the clock: letters go out at their own moments.</Empty>}
      {mail && mail.nodes.length > 0 && <Table caption="Letters" columns={columnsOf(setOpen)} rows={mail.nodes} rowKey={({ id }) => id} current={open} />}
      {mail && mail.pageInfo.total > pageLong && <Turns offset={offset} total={mail.pageInfo.total} set={setOffset} />}
      {open && <Letter key={open} sandbox={sandbox} id={open} onAnswer={onAnswer} onClose={() => setOpen('')} />}
    </section>
  )
}

const columnsOf = (open: (id: string) => void): Column<Line>[] => [
  { key: 'sent', title: 'Sent', cell: ({ sentAt }) => <span class="nowrap">{clockText(sentAt)}</span> },
  { key: 'to', title: 'To', cell: ({ recipients, copies }) => [...recipients, ...copies].join(', ') },
  {
    key: 'subject',
    title: 'Subject',
    cell: ({ id, subject }) => (
      <button type="button" class="link" onClick={() => open(id)}>
        {subject}
      </button>
    ),
  },
]

function Turns({ offset, total, set }: { offset: number; total: number; set(offset: number): void }) {
  return (
    <p class="row">
      <button type="button" disabled={offset === 0} onClick={() => set(offset - pageLong)}>
        Newer
      </button>
      <span class="quiet">
        {offset + 1} to {Math.min(offset + pageLong, total)} of {total}
      </span>
      <button type="button" disabled={offset + pageLong >= total} onClick={() => set(offset + pageLong)}>
        Older
      </button>
    </p>
  )
}

function Letter({ sandbox, id, onAnswer, onClose }: Props & { id: string; onClose(): void }) {
  const query = useQuery(SandboxLetterDocument, { id: sandbox.id, letter: id })
  const [asHTML, setAsHTML] = useState(true)
  const letter = query.data?.sandboxLetters.nodes[0]
  if (!letter) {
    if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
    return query.loading ? <Loading what="the letter" /> : <Empty>This letter is there no more.</Empty>
  }
  return (
    <section class="why" aria-labelledby="letter">
      <header>
        <h3 id="letter">{letter.subject}</h3>
        <button type="button" aria-pressed={!asHTML} onClick={() => setAsHTML(!asHTML)}>
          As plain text
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <dl class="facts">
        <dt>To</dt>
        <dd>{letter.recipients.join(', ')}</dd>
        {letter.copies.length > 0 && (
          <>
            <dt>Copies</dt>
            <dd>{letter.copies.join(', ')}</dd>
          </>
        )}
        {letter.evidenceLink && (
          <>
            <dt>Evidence</dt>
            <dd>
              <a href={letter.evidenceLink} target="_blank" rel="noreferrer">
                Open the broker’s page
              </a>
            </dd>
          </>
        )}
        <dt>About</dt>
        <dd>
          <Link to={letter.policyId ? href(sandbox.portfolioId, 'policies', letter.policyId) : href(sandbox.portfolioId, 'cases', letter.caseId)}>
            {letter.policyId ? 'The policy' : 'The case'}
          </Link>
        </dd>
      </dl>
      {letter.policyId && mayWrite() && (
        <p class="row">
          <button type="button" onClick={() => onAnswer(letter.policyId!)}>
            Have the broker answer…
          </button>
        </p>
      )}
      {asHTML ? (
        <LetterFrame html={letter.html} title={letter.subject} />
      ) : (
        <pre tabIndex={0} aria-label="The letter’s text">
          {letter.text}
        </pre>
      )}
    </section>
  )
}
