import { signal } from '@preact/signals'
import { ViewerDocument, type ViewerQuery } from '../gql/graphql.ts'
import { ask, headers, Refusal, send, type Violation } from './graphql.ts'
import { forgetDrafts } from './drafts.ts'
import { findPortfolios } from './portfolios.ts'
import { sessionEnded } from './state.ts'

export type Viewer = ViewerQuery['viewer']

// viewer is who is signed in; null while that is not known, or nobody is.
export const viewer = signal<Viewer | null>(null)

// mayWrite reports whether to show what writes. The server decides anyway.
export function mayWrite(): boolean {
  return viewer.value?.staffRole === 'OPERATOR' && !viewer.value.readOnly
}

// findViewer asks who is signed in, and for the portfolios they may see.
export async function findViewer(): Promise<void> {
  const [found] = await Promise.all([ask(ViewerDocument, {}), findPortfolios()])
  viewer.value = found.viewer
}

interface Problem {
  code?: string
  detail?: string
  title?: string
  requestId?: string
  errors?: Violation[]
}

// signIn hands over a staff token, or the text of a one-time link, for the session's cookie.
export async function signIn(secret: { token: string } | { link: string }): Promise<void> {
  const response = await send('/console/session', { method: 'POST', headers: headers({}), body: JSON.stringify(secret) })
  if (!response.ok) throw await refusalOf(response)
  await findViewer()
  sessionEnded.value = false
}

export async function signOut(): Promise<void> {
  const response = await send('/console/session', { method: 'DELETE', headers: headers({}) })
  if (!response.ok && response.status !== 401) throw await refusalOf(response)
  forgetDrafts()
  viewer.value = null
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => ({}))) as Problem
  const requestId = problem.requestId ?? response.headers.get('X-Request-Id') ?? ''
  const message = problem.detail ?? problem.title ?? `The server answered ${response.status}.`
  return new Refusal(response.status, problem.code ?? 'unreadable', message, requestId, problem.errors ?? [])
}
