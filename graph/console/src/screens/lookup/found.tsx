import type { ComponentChildren } from 'preact'
import { href } from '../../lib/address.ts'
import { counted, dayAndTime } from '../../lib/format.ts'
import { Link, Time } from '../../lib/parts.tsx'
import { portfolioName } from '../../lib/portfolios.ts'
import { actorWords, caseStatusWords, matchWords, modeWords, webhookStateWords, word } from '../../lib/words.ts'
import { Administration } from './administration.tsx'
import { Events, History } from './events.tsx'
import { describe, type Fact, spaced } from './record.ts'
import type { Delivery, Finding } from './search.ts'
import { tokenFacts } from './token.ts'

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>

// Found is one thing that was found: what it is, whose, and what happened to it.
export function Found({ finding, folded }: { finding: Finding; folded: boolean }) {
  switch (finding.kind) {
    case 'record':
      return <Record {...finding} />
    case 'request':
      return <Request {...finding} />
    case 'actor':
      return <Actor {...finding} />
    case 'message':
      return (
        <Card noun="Message of a webhook" name={finding.deliveries[0]!.type} whose={portfolioName(finding.portfolio)}>
          <Deliveries {...finding} />
        </Card>
      )
    case 'similar':
      return <Similar {...finding} folded={folded} />
    case 'token':
      return <Token {...finding} />
    default:
      return <Installed finding={finding} />
  }
}

function Card({
  noun,
  name,
  to,
  whose,
  facts = [],
  children,
}: {
  noun: string
  name: string
  to?: string | undefined
  whose: string
  facts?: Fact[]
  children?: ComponentChildren
}) {
  return (
    <article class="card">
      <header>
        <h2>
          {noun}: {to ? <Link to={to}>{name}</Link> : name}
        </h2>
        <span class="quiet">{whose}</span>
      </header>
      <dl class="facts">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value, to }) => [<dt>{name}</dt>, <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>])}
      </dl>
      {children}
    </article>
  )
}

const catalog: readonly string[] = ['CoverageType', 'Peril', 'AssetType', 'DocumentCategory']

function Record({ portfolio, node, deliveries }: Of<'record'>) {
  const { noun, name, to, facts } = describe(node, portfolio.id)
  if (catalog.includes(node.__typename)) return <Card noun={noun} name={name} whose="The catalog, the same for everybody" facts={facts} />
  const created = 'createdAt' in node ? [{ name: 'Created', value: dayAndTime(node.createdAt) }] : []
  return (
    <Card noun={noun} name={name} to={to} whose={portfolioName(portfolio)} facts={[...facts, ...created, { name: 'Id', value: node.id }]}>
      {node.__typename === 'WebhookDelivery' && <Attempts {...node} />}
      {deliveries.length > 0 && <Deliveries portfolio={portfolio} deliveries={deliveries} />}
      {node.__typename === 'AuditEvent' ? (
        <Events events={[node]} />
      ) : (
        <>
          <h3>What happened to it</h3>
          <History
            portfolio={portfolio.id}
            member="subject"
            id={node.id}
            none="Nothing is recorded. What is loaded in bulk, and what the program plans by itself, has no events."
          />
        </>
      )}
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

const byWhom = ({ actorName, actorKind }: Of<'actor'>['event']) => `${actorName} (${word(actorWords, actorKind).toLowerCase()})`

function Actor({ portfolio, event }: Of<'actor'>) {
  const noun = event.actorKind === 'evidenceLink' ? 'Evidence link' : 'Token'
  return (
    <Card
      noun={noun}
      name={event.actorName}
      whose={portfolioName(portfolio)}
      facts={[{ name: 'Kind', value: word(actorWords, event.actorKind) }]}
    >
      <h3>What it did here</h3>
      <History portfolio={portfolio.id} member="actor" id={event.actorId!} none="Nothing." />
    </Card>
  )
}

function Token({ token, organization }: Of<'token'>) {
  const whose = organization ? `${organization.name}, for ${organization.lenderName}` : 'Staff of the operator'
  return (
    <Card noun="Token" name={token.name} whose={whose} facts={tokenFacts(token)}>
      <Administration id={token.id} />
    </Card>
  )
}

function Installed({ finding }: { finding: Of<'portfolio' | 'lender' | 'organization'> }) {
  if (finding.kind === 'portfolio') {
    const { id, lenderName, mode } = finding.portfolio
    return (
      <Card
        noun="Portfolio"
        name={portfolioName(finding.portfolio)}
        to={href(id)}
        whose={lenderName}
        facts={[{ name: 'Mode', value: spaced(word(modeWords, mode)) }]}
      />
    )
  }
  if (finding.kind === 'lender')
    return (
      <Card noun="Lender" name={finding.lender.name} whose="This installation">
        <Administration id={finding.lender.id} />
      </Card>
    )
  const { id, name, lenderName, plan } = finding.organization
  return (
    <Card noun="Organization" name={name} whose={`Works for ${lenderName}`} facts={[{ name: 'Plan', value: plan.key }]}>
      <Administration id={id} />
    </Card>
  )
}

function Deliveries({ portfolio, deliveries }: { portfolio: Of<'message'>['portfolio']; deliveries: Delivery[] }) {
  return (
    <>
      <h3>To whom it was sent</h3>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Link to={href('look-up', { q: delivery.id })}>{word(webhookStateWords, delivery.deliveryState)}</Link>,{' '}
            {counted(delivery.attemptCount, 'attempt')}, <Link to={`${href(portfolio.id, 'deliveries')}?tab=receivers`}>receiver</Link>{' '}
            <Time value={delivery.settledAt ?? delivery.createdAt} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Attempts({ attempts }: Delivery) {
  return (
    <>
      <h3>Attempts</h3>
      <ol>
        {attempts.map(({ at, status, error }) => (
          <li key={at}>
            <Time value={at} /> {status ? `answered ${status}` : error}
          </li>
        ))}
      </ol>
    </>
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
