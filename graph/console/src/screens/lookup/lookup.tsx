import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { go, href, param } from '../../lib/address.ts'
import { counted, day, timeOfDay } from '../../lib/format.ts'
import { Empty, Problem } from '../../lib/parts.tsx'
import { viewer } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Found } from './found.tsx'
import { type Pasted, parameters, recognized } from './pasted.ts'
import { type LookingUp, sought, useLookUp } from './useLookUp.ts'

// LookUp says of whatever was pasted what it is, whose, and what happened to it.
export function LookUp() {
  useLocation()
  useTitle('Look up')
  const pasted = recognized(param('q'))
  const secret = pasted.kind === 'secret'
  // What opens something must not stay in the address, nor in the history.
  useEffect(() => {
    if (secret) go(href('look-up', { secret: pasted.what }), true)
  }, [secret])
  return (
    <>
      <div class="head">
        <h1>Look up</h1>
      </div>
      <Box text={pasted.kind === 'id' ? pasted.id : pasted.kind === 'text' ? pasted.text : ''} />
      {pasted.kind === 'nothing' && (param('secret') ? <Secret what={param('secret')} /> : <Hint />)}
      {(pasted.kind === 'id' || pasted.kind === 'text') && <Result key={JSON.stringify(pasted)} pasted={pasted} />}
    </>
  )
}

function Box({ text }: { text: string }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const search = (event: Event) => {
    event.preventDefault()
    const asked = parameters(typed)
    if (asked?.['secret']) setTyped('')
    if (asked) go(href('look-up', asked))
  }
  return (
    <form role="search" class="toolbar" onSubmit={search}>
      <input
        type="search"
        class="seek"
        aria-label="An id, a request id, a token id or a loan number"
        placeholder="Paste an id, a request id, a token id, a loan number or a line of the log"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Look up
      </button>
    </form>
  )
}

function Hint() {
  return (
    <Empty>
      Paste whatever you were given: the id of any record, of a request, of a token, of an event or of a webhook message, a loan
      number, a name, or the address of a page. All portfolios that you may see are asked, and each look is recorded.
    </Empty>
  )
}

function Secret({ what }: { what: string }) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>You pasted {what}. It was not sent to the server.</strong> Whoever has it can use it, and the program knows nobody by it.
        Ask for the id instead. If it came to you by mail or chat, have it revoked and a new one made.
      </p>
    </div>
  )
}

function Result({ pasted }: { pasted: Pasted & { kind: 'id' | 'text' } }) {
  const look = useLookUp(pasted)
  const mayBeRequest = pasted.kind === 'id' || pasted.mayBeRequest
  const exact = look.findings.some(({ kind }) => kind !== 'similar')
  const firstActor = look.findings.findIndex(({ kind }) => kind === 'actor')
  return (
    <section aria-busy={look.busy} class="stack">
      <p role="status" class="summary">
        {look.busy ? progress(look) : said(look, exact)}{' '}
        {look.busy && (
          <button type="button" onClick={look.stop}>
            Stop
          </button>
        )}
      </p>
      {look.refusal && <Problem refusal={look.refusal} retry={look.again} />}
      {look.findings.map((finding, at) => (
        <Found key={at} finding={finding} folded={finding.kind === 'actor' ? at !== firstActor : exact} />
      ))}
      {!look.busy && !look.refusal && !exact && mayBeRequest && <Earlier look={look} />}
    </section>
  )
}

function progress({ asked, of }: LookingUp): string {
  return of === 0 ? 'Looking…' : `Asked ${asked} of ${counted(of, 'portfolio')}…`
}

function said({ findings, since, refusal }: LookingUp, exact: boolean): string {
  if (refusal) return 'The look-up is not complete.'
  const asOf = `As of ${timeOfDay(since)}.`
  if (exact) return `Found. ${asOf}`
  return findings.length > 0 ? `Nothing is exactly this. These cases resemble it. ${asOf}` : `Nothing was found that you may see. ${asOf}`
}

// Earlier offers to look for a request further back: the trail takes 31 days at once.
function Earlier({ look }: { look: LookingUp & { back(): void } }) {
  if (look.windows === 0) return null
  return (
    <div class="card">
      <h2>Is it a request?</h2>
      <p>
        No request with this id left a trace since {day(sought(look.since, look.windows))}. One that only read, or was refused, leaves none,
        but has an entry in the server’s log.
      </p>
      <button type="button" onClick={look.back}>
        Look 31 days further back
      </button>
      {viewer.value?.staffRole !== 'OPERATOR' && (
        <p class="hint">Or a token that did nothing yet? Only operators may look up tokens: ask one.</p>
      )}
    </div>
  )
}
