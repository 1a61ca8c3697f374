import { messageText } from './trail.ts'
import { connected, endedBecause, sessionEnded } from './state.ts'
import type { TypedDocumentString } from '../gql/graphql.ts'

export interface Violation {
  pointer: string
  message: string
}

// Refusal is an answer that is no result: the server's, with its stable code, or none at all (`network`).
export class Refusal extends Error {
  code: string
  requestId: string
  violations: Violation[]
  status: number
  // In how many seconds to try again, where the server says so.
  retryAfter = 0

  constructor(status: number, code: string, message: string, requestId = '', violations: Violation[] = []) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.violations = violations
  }
}

export interface AskOptions {
  portfolio?: string | undefined
  idempotencyKey?: string
  signal?: AbortSignal
}

interface GraphQLAnswer<R> {
  data?: R | null
  errors?: { message: string; path?: (string | number)[]; extensions?: { code?: string; requestId?: string; errors?: Violation[] } }[]
}

// headers are those that the server takes the session's cookie with.
export function headers(options: AskOptions): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Console': '1',
    ...(options.portfolio && { 'X-Portfolio': options.portfolio }),
    ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
  }
}

export function bodyOf<R, V>(document: TypedDocumentString<R, V>, variables: V) {
  return { documentId: document.__meta__?.['hash'] as string, variables: variables as Record<string, unknown> }
}

// ask sends an operation and returns its data. A Refusal is thrown for every other answer, and the AbortError for an aborted one.
export async function ask<R, V>(document: TypedDocumentString<R, V>, variables: V, options: AskOptions = {}): Promise<R> {
  const response = await send('/graphql', {
    method: 'POST',
    headers: { ...headers(options), Accept: 'application/graphql-response+json' },
    body: JSON.stringify(bodyOf(document, variables)),
    ...(options.signal && { signal: options.signal }),
  })
  const answer = await read<GraphQLAnswer<R>>(response)
  const refusal = refusalOf(response, answer)
  if (refusal) throw refusal
  return answer!.data as R
}

// send fetches, and keeps note of whether the server can be reached.
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init)
    connected.value = true
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    connected.value = false
    throw new Refusal(0, 'network', 'The server cannot be reached.')
  }
}

async function read<T>(response: Response): Promise<T | undefined> {
  try {
    return (await response.json()) as T
  } catch {
    return undefined
  }
}

const inWords = ({ pointer, message }: Violation): Violation => ({ pointer, message: messageText(message) })

function refusalOf<R>(response: Response, answer: GraphQLAnswer<R> | undefined): Refusal | undefined {
  const requestId = response.headers.get('X-Request-Id') ?? ''
  const first = answer?.errors?.[0]
  const code = first?.extensions?.code ?? (response.ok && answer?.data ? '' : 'unreadable')
  // The first answer says why: without a session there is no reason any more.
  if (response.status === 401) {
    if (!sessionEnded.value) endedBecause.value = first?.message ?? ''
    sessionEnded.value = true
  }
  if (!code) return undefined
  const violations = answer?.errors?.flatMap((error) => error.extensions?.errors ?? []).map(inWords) ?? []
  const message = first ? messageText(first.message) : `The server answered ${response.status} and nothing that can be read.`
  const refusal = new Refusal(response.status, code, message, first?.extensions?.requestId ?? requestId, violations)
  refusal.retryAfter = Number(response.headers.get('Retry-After') ?? 0)
  return refusal
}
