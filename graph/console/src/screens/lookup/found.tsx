import { useState } from 'preact/hooks'
import { href } from '../../lib/address.ts'
import { counted, dayAndTime } from '../../lib/format.ts'
import { Link } from '../../lib/parts.tsx'
import { portfolioName } from '../../lib/portfolios.ts'
import { actorText, actorWords, caseStatusWords, matchWords, word } from '../../lib/words.ts'
import { Card } from './card.tsx'
import { Attempts, Deliveries } from './deliveries.tsx'
import { Events, History } from './events.tsx'
import { Installed, Token } from './installed.tsx'
import { describe, spaced } from './record.ts'
import type { Finding } from './search.ts'

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>

// Found is one thing that was found: what it is, whose, and what happened to it. It is folded where it is one of many.
export function Found({ finding, folded }: { finding: Finding; folded: boolean }) {
  switch (finding.kind) {
    case 'record':
      return <Record {...finding} />
    case 'request':
      return <Request {...finding} />
    case 'actor':
      return <Actor {...finding} folded={folded} />
    case 'message':
      return <Message {...finding} />
    case 'similar':
      return <Similar {...finding} folded={folded} />
    case 'token':
      return <Token {...finding} />
    default:
      return <Installed finding={finding} />
  }
}

const catalog: readonly string[] = ['CoverageType', 'Peril', 'AssetType', 'DocumentCategory']

function Record({ portfolio, node, deliveries }: Of<'record'>) {
  const { noun, name, to, facts } = describe(node, portfolio.id)
  if (catalog.includes(node.__typename)) return <Card noun={noun} name={name} whose="The catalog, the same for everybody" facts={facts} />
  const created = 'createdAt' in node ? [{ name: 'Created', value: dayAndTime(node.createdAt) }] : []
  return (
    <Card noun={noun} name={name} to={to} whose={portfolioName(portfolio)} facts={[...facts, ...created, { name: 'Id', value: node.id }]}>
      {node.__typename === 'WebhookDelivery' && <Attempts {...node} />}
      {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
      {node.__typename === 'AuditEvent' ? (
        <Events events={[node]} />
      ) : (
        <>
          <h3>What happened to it</h3>
          <History
            portfolio={portfolio.id}
            member="subject"
            id={node.id}
            none="Nothing is recorded. What is loaded in bulk, and what the program plans, has no events."
          />
        </>
      )}
    </Card>
  )
}

// Message is one whose event is not in the trail.
function Message({ portfolio, deliveries }: Of<'message'>) {
  const { type, subject } = deliveries[0]!
  const facts = [{ name: 'About', value: spaced(subject.type), to: href('look-up', { q: subject.id }) }]
  return (
    <Card noun="Message of a webhook" name={type} whose={portfolioName(portfolio)} facts={facts}>
      <Deliveries deliveries={deliveries} />
    </Card>
  )
}

function Request({ portfolio, events, more }: Of<'request'>) {
  return (
    <Card
      noun="Request"
      name={events[0]!.requestId}
      whose={portfolio ? portfolioName(portfolio) : 'Administration'}
      facts={[{ name: 'By', value: byWhom(events[0]!) }]}
    >
      <h3>What it did</h3>
      <Events events={events} />
      {more && <p class="quiet">It did more. These are the first {events.length}.</p>}
    </Card>
  )
}

const byWhom = ({ actorName, actorKind }: Of<'actor'>['event']) => actorText(actorName, actorKind)

// Actor is a token, or an evidence link, that did something in a portfolio. Of one that was in several, each is read when it is opened.
function Actor({ portfolio, event, folded }: Of<'actor'> & { folded: boolean }) {
  const [open, setOpen] = useState(!folded)
  const noun = event.actorKind === 'evidenceLink' ? 'Evidence link' : 'Token'
  const facts = [{ name: 'Kind', value: word(actorWords, event.actorKind) }]
  return (
    <Card noun={noun} name={event.actorName} whose={portfolioName(portfolio)} facts={facts}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>What it did here</summary>
        {open && <History portfolio={portfolio.id} member="actor" id={event.actorId!} none="Nothing." />}
      </details>
    </Card>
  )
}

function Similar({ portfolio, cases, folded }: Of<'similar'> & { folded: boolean }) {
  return (
    <details class="card" open={!folded}>
      <summary>
        {portfolioName(portfolio)}: {counted(cases.length, 'case')} {cases.length === 1 ? 'resembles' : 'resemble'} it
      </summary>
      <ul>
        {cases.map((found) => (
          <li key={found.id}>
            <Link to={href(portfolio.id, 'cases', found.id)}>{found.loanNumber ?? found.displayName}</Link> {found.displayName}{' '}
            <span class="quiet">
              {word(caseStatusWords, found.caseStatus)}
              {found.matched?.[0] && `, matched in: ${word(matchWords, found.matched[0].field)}, “${found.matched[0].text}”`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
