import { signal } from '@preact/signals'
import { ViewerDocument, type ViewerQuery } from '../gql/graphql.ts'
import type { Permission } from '../gql/enums.ts'
import { ask, headers, Refusal, send, type Violation } from './graphql.ts'
import { forgetDrafts } from './drafts.ts'
import { findPortfolios } from './portfolios.ts'
import { sessionEnded } from './state.ts'

export type Viewer = ViewerQuery['viewer']

// viewer is who is signed in; null while that is not known, or nobody is.
export const viewer = signal<Viewer | null>(null)

// sees reports whether to show what takes a permission and writes nothing. The server decides anyway.
export const sees = (permission: Permission) => viewer.value?.permissions.includes(permission) ?? false

// may reports whether to show what takes a permission and writes.
export const may = (permission: Permission) => sees(permission) && !viewer.value!.readOnly

// mayWrite reports whether to show what changes records.
export const mayWrite = () => may('CHANGE_RECORDS')

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

// Options are the ways in which somebody may sign in here, and why they were just turned away.
export interface Options {
  provider: string | null // the only one
  addresses: boolean // a work address chooses among several
  tokens: boolean
  refusal: string | null
}

export async function findOptions(): Promise<Options> {
  const response = await send('/console/session', { headers: headers({}) })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as Options
}

// begin returns the address of the provider to go to. It leads back to the screen that is shown now.
export async function begin(email: string): Promise<string> {
  const next = location.pathname + location.search
  const body = JSON.stringify({ ...(email && { email }), ...(next.length <= 1000 && { next }) })
  const response = await send('/console/signin', { method: 'POST', headers: headers({}), body })
  if (!response.ok) throw await refusalOf(response)
  return ((await response.json()) as { address: string }).address
}

// signedOutOf is where somebody who has signed out here can end the provider's session too.
export const signedOutOf = signal<{ provider: string; address: string } | null>(null)

export async function signOut(): Promise<void> {
  const response = await send('/console/session', { method: 'DELETE', headers: headers({}) })
  if (!response.ok && response.status !== 401) throw await refusalOf(response)
  forgetDrafts()
  signedOutOf.value = null
  if (response.status === 200) {
    const { provider, address } = (await response.json()) as { provider: string | null; address: string | null }
    if (provider && address) signedOutOf.value = { provider, address }
  }
  viewer.value = null
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem = (await response.json().catch(() => ({}))) as Problem
  const requestId = problem.requestId ?? response.headers.get('X-Request-Id') ?? ''
  const message = problem.detail ?? problem.title ?? `The server answered ${response.status}.`
  return new Refusal(response.status, problem.code ?? 'unreadable', message, requestId, problem.errors ?? [])
}
