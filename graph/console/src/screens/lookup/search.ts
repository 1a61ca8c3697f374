import * as gql from '../../gql/graphql.ts'
import { type AskOptions, ask } from '../../lib/graphql.ts'
import type { Portfolio } from '../../lib/portfolios.ts'
import { patiently } from '../../list/patiently.ts'
import { type Pasted, windows } from './pasted.ts'

export type Node = NonNullable<gql.LookUpIdQuery['node']>
export type Case = gql.LookUpTextQuery['cases']['nodes'][number]
export type Event = gql.LookedUpEventFragment
export type Delivery = gql.LookedUpDeliveryFragment
export type Token = gql.LookUpTokensQuery['tokens'][number]
export type Organization = gql.LookUpInstallationQuery['organizations'][number]

export type Finding =
  | { kind: 'portfolio'; portfolio: Portfolio }
  | { kind: 'lender'; lender: gql.LookUpInstallationQuery['lenders'][number] }
  | { kind: 'organization'; organization: Organization }
  | { kind: 'token'; token: Token; organization: Organization | undefined }
  | { kind: 'record'; portfolio: Portfolio; node: Node; deliveries: Delivery[] }
  | { kind: 'message'; portfolio: Portfolio; deliveries: Delivery[] }
  | { kind: 'actor'; portfolio: Portfolio; event: Event }
  | { kind: 'request'; portfolio: Portfolio | null; events: Event[]; more: boolean }
  | { kind: 'similar'; portfolio: Portfolio; cases: Case[] }

export interface Look {
  portfolios: readonly Portfolio[]
  operator: boolean
  signal: AbortSignal
  tell(findings: Finding[]): void
  progress(asked: number, of: number): void
}

// lookUp tells what it finds as it finds it: first what belongs to no portfolio, which records no look, then portfolio
// by portfolio.
export async function lookUp(pasted: Pasted & { kind: 'id' | 'text' }, look: Look): Promise<void> {
  look.tell(await administered(pasted.kind === 'id' ? pasted.id : pasted.text, 0, look))
  if (pasted.kind === 'text') return eachPortfolio(look, look.portfolios, (portfolio) => textIn(pasted.text, portfolio, look))
  const installed = await installation(pasted.id, look)
  look.tell(installed)
  const token = installed.find((finding) => finding.kind === 'token')
  if (installed.length > 0 && !token) return
  await eachPortfolio(look, token ? portfoliosOf(token, look.portfolios) : look.portfolios, (portfolio) => idIn(pasted.id, portfolio, look))
}

// requestsBefore looks for a request in an earlier window, in all portfolios.
export async function requestsBefore(request: string, window: number, look: Look): Promise<void> {
  const filter = filterOf(request, window)
  look.tell(await administered(request, window, look))
  await eachPortfolio(look, look.portfolios, async (portfolio) => {
    const { auditEvents } = await ask(gql.LookUpEventsDocument, { filter }, options(look, portfolio))
    return requestOf(portfolio, inOrder(auditEvents))
  })
}

function filterOf(request: string, window: number): gql.AuditEventFilter {
  const [time] = windows(new Date(), window, 1)
  return { requestId: [request], at: { gte: time!.from, lt: time!.to } }
}

// administered is what a request did to tokens, organizations, lenders and plans, which only operators may read.
async function administered(request: string, window: number, look: Look): Promise<Finding[]> {
  if (!look.operator) return []
  const { administrationEvents } = await ask(
    gql.LookUpAdministrationDocument,
    { filter: filterOf(request, window) },
    { signal: look.signal },
  )
  return requestOf(null, inOrder(administrationEvents))
}

const inOrder = <E, P>({ nodes, pageInfo }: { nodes: E[]; pageInfo: P }) => ({ nodes: [...nodes].reverse(), pageInfo })

const atOnce = 4

// eachPortfolio asks some portfolios at once, until a record is found: an id is that of one record.
async function eachPortfolio(look: Look, portfolios: readonly Portfolio[], find: (portfolio: Portfolio) => Promise<Finding[]>) {
  for (let asked = 0; asked < portfolios.length; asked += atOnce) {
    look.progress(asked, portfolios.length)
    const found = (await Promise.all(portfolios.slice(asked, asked + atOnce).map((portfolio) => patiently(() => find(portfolio))))).flat()
    look.tell(found)
    if (found.some((finding) => finding.kind === 'record' && finding.node.__typename !== 'Case')) break
  }
  look.progress(portfolios.length, portfolios.length)
}

const options = (look: Look, portfolio: Portfolio): AskOptions => ({ portfolio: portfolio.id, signal: look.signal })

async function installation(id: string, look: Look): Promise<Finding[]> {
  const [{ lenders, organizations }, tokens] = await Promise.all([
    ask(gql.LookUpInstallationDocument, {}, { signal: look.signal }),
    look.operator ? ask(gql.LookUpTokensDocument, {}, { signal: look.signal }).then((answer) => answer.tokens) : [],
  ])
  const is = (record: { id: string }) => record.id === id
  return [
    ...look.portfolios.filter(is).map((portfolio): Finding => ({ kind: 'portfolio', portfolio })),
    ...lenders.filter(is).map((lender): Finding => ({ kind: 'lender', lender })),
    ...organizations.filter(is).map((organization): Finding => ({ kind: 'organization', organization })),
    ...tokens
      .filter(is)
      .map((token): Finding => ({ kind: 'token', token, organization: organizations.find((one) => one.id === token.organizationId) })),
  ]
}

// portfoliosOf are those that a token can have done something in: the one of an organization's token, or any.
function portfoliosOf({ token, organization }: Finding & { kind: 'token' }, portfolios: readonly Portfolio[]): readonly Portfolio[] {
  if (!organization) return portfolios
  return portfolios.filter((portfolio) => portfolio.lenderId === organization.lenderId && portfolio.mode === token.mode)
}

async function idIn(id: string, portfolio: Portfolio, look: Look): Promise<Finding[]> {
  const [time] = windows(new Date(), 0, 1)
  const answer = await ask(gql.LookUpIdDocument, { id, request: id, ...time! }, options(look, portfolio))
  const { node, byActor, byRequest, ofEvent } = answer
  return [
    ...(node ? [{ kind: 'record', portfolio, node, deliveries: ofEvent.nodes } as const] : []),
    ...(!node && ofEvent.nodes.length > 0 ? [{ kind: 'message', portfolio, deliveries: ofEvent.nodes } as const] : []),
    ...byActor.nodes.map((event): Finding => ({ kind: 'actor', portfolio, event })),
    ...requestOf(portfolio, byRequest),
  ]
}

function requestOf(portfolio: Portfolio | null, { nodes, pageInfo }: { nodes: Event[]; pageInfo: { hasNextPage: boolean } }): Finding[] {
  return nodes.length > 0 ? [{ kind: 'request', portfolio, events: nodes, more: pageInfo.hasNextPage }] : []
}

// textIn takes a case that has exactly this number for a record, and shows the others as similar ones.
async function textIn(text: string, portfolio: Portfolio, look: Look): Promise<Finding[]> {
  const [time] = windows(new Date(), 0, 1)
  const { cases, byRequest } = await ask(gql.LookUpTextDocument, { text, ...time! }, options(look, portfolio))
  const exact = cases.nodes.filter((found) => isExact(found, text))
  const similar = cases.nodes.filter((found) => !isExact(found, text))
  return [
    ...exact.map((node): Finding => ({ kind: 'record', portfolio, node, deliveries: [] })),
    ...requestOf(portfolio, byRequest),
    ...(similar.length > 0 ? [{ kind: 'similar', portfolio, cases: similar } as const] : []),
  ]
}

function isExact({ matched }: Case, text: string): boolean {
  return (matched ?? []).some((match) => match.text.toLowerCase() === text.toLowerCase())
}
