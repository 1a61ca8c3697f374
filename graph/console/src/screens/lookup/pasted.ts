// What somebody pasted, as far as its form says.
export type Pasted =
  | { kind: 'nothing' }
  | { kind: 'secret'; what: string }
  | { kind: 'id'; id: string }
  | { kind: 'text'; text: string; mayBeRequest: boolean }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const bareUUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i
const request = /request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i
const named = /^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i

// What opens something for anybody who has it. None of it may get into an address, a request or a log.
const secrets: [RegExp, string][] = [
  [/(?:live|test|staff)_[0-9a-z]{20}/i, 'the text of a token'],
  [/whsec_\S/i, 'the secret of a webhook endpoint'],
  [/\/evidence\/(?!form\/|files\/)[\w-]{20}/i, 'the address of an evidence page'],
  [/\/console\/?#link=/i, 'a link that signs in'],
]

// recognized takes a pasted text apart: a line of a log, a header, an address and an id in braces all hold an id.
export function recognized(pasted: string): Pasted {
  const text = pasted.replace(/[\u200b\ufeff]/g, '').trim()
  if (text === '') return { kind: 'nothing' }
  const secret = secrets.find(([form]) => form.test(text))
  if (secret) return { kind: 'secret', what: secret[1] }
  const asked = request.exec(text)?.[1] ?? text
  const id = idIn(asked)
  if (id) return { kind: 'id', id }
  const plain = asked
    .replace(named, '')
    .replace(/^["'`](.*?)["'`],?$/, '$1')
    .trim()
  return { kind: 'text', text: plain, mayBeRequest: /^[\w.-]{1,128}$/.test(plain) }
}

// parameters are those of the look-up's address for a pasted text; of a secret only what it is, undefined if there is
// nothing to look up.
export function parameters(pasted: string): Record<string, string> | undefined {
  const found = recognized(pasted)
  if (found.kind === 'secret') return { secret: found.what }
  return found.kind === 'nothing' ? undefined : { q: found.kind === 'id' ? found.id : found.text }
}

// idIn is the last id of a text; of an address the last one of its path, for what comes behind is only how it is shown.
function idIn(text: string): string | undefined {
  const path = /^https?:\/\//i.test(text) ? text.split(/[?#]/, 1)[0]! : text
  const found = path.match(uuid) ?? text.match(uuid) ?? bareUUID.exec(text)?.slice(1)
  if (!found) return undefined
  return (found.length === 5 && found[0]!.length === 8 ? found.join('-') : found[found.length - 1]!).toLowerCase()
}

// windows are the times in which a request is looked for, latest first: the server takes at most 31 days at once.
// They end an hour from now, for the server's clock may be ahead of this one.
export function windows(now: Date, first: number, count: number): { from: string; to: string }[] {
  const end = now.getTime() + 3_600_000
  const back = (n: number) => new Date(end - n * 31 * 86_400_000).toISOString()
  return Array.from({ length: count }, (_, i) => ({ from: back(first + i + 1), to: back(first + i) }))
}
