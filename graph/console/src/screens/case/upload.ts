import type { SignUploadMutation } from '../../gql/graphql.ts'
import { Refusal } from '../../lib/graphql.ts'

type Signed = SignUploadMutation['signUploads'][number]

export const mostBytes = 50 * 1024 * 1024

// here is a link of a file as this page can reach it. Files have the server's own address, and people may have opened the
// server by another of its names; the signature is of the path.
export function here(url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  const ours = pathname.startsWith('/files/') && searchParams.has('signature') && searchParams.has('expires')
  return ours ? pathname + search : url
}

// notUploadable says why the page cannot send a file to its place; undefined if it can. The page reaches no other host,
// and some object stores take files themselves.
export function notUploadable(signedUrl: string, origin: string): string | undefined {
  const store = new URL(here(signedUrl), origin)
  if (store.origin === origin) return undefined
  return `Files of this installation go straight to ${store.host}, which this page may not reach. Send the file through the API.`
}

// tooLarge says why a file is not sent; undefined if it may be.
export function tooLarge(size: number): string | undefined {
  if (size === 0) return 'This file is empty. Choose another one.'
  return size > mostBytes ? 'This file has more than 50 MB. Choose a smaller one.' : undefined
}

export interface Sending {
  done: Promise<void>
  stop(): void
}

// put sends a file to its place. fetch does not say how far it is, so this is the older way.
export function put(signed: Signed, file: Blob, progress: (share: number) => void): Sending {
  const request = new XMLHttpRequest()
  const done = new Promise<void>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total)
    request.onload = () => (request.status < 300 ? resolve() : reject(refused(request)))
    request.onerror = () => reject(failed('The connection broke while the file was sent. Nothing was added; try again.'))
    request.onabort = () => reject(failed('Stopped. Nothing was added.'))
  })
  request.open('PUT', here(signed.signedUrl))
  request.setRequestHeader('Content-Type', signed.fileType)
  request.send(file)
  return { done, stop: () => request.abort() }
}

// failed is why a file did not arrive, for the dialog to say.
export const failed = (message: string) => new Refusal(0, 'upload', message)

function refused(request: XMLHttpRequest): Refusal {
  const id = request.getResponseHeader('X-Request-Id') ?? ''
  return new Refusal(request.status, 'upload', detail(request.responseText) ?? `The file was refused (${request.status}). Try again.`, id)
}

function detail(problem: string): string | undefined {
  try {
    return (JSON.parse(problem) as { detail?: string }).detail
  } catch {
    return undefined
  }
}
