import { wholePage } from '../../list/pages.ts'

// order says what the cases that were counted are, and in which order they are shown.
export function order(total: number, q: string, byLikeness: boolean): string {
  if (!q) return ''
  if (!byLikeness) return `with “${q}” in them`
  if (total < wholePage) return 'found, best match first'
  return `are the best matches. There may be more: type more of it, or sort by a column to list all that contain “${q}”`
}

// parts are a text cut where the searched one is in it, so that it can be marked.
export function parts(text: string, searched: string): [string, string, string] {
  const at = searched ? text.toLowerCase().indexOf(searched.toLowerCase()) : -1
  return at < 0 ? [text, '', ''] : [text.slice(0, at), text.slice(at, at + searched.length), text.slice(at + searched.length)]
}

// some are the first few of several names, and how many more there are.
export function some(names: readonly string[], most = 2): string {
  const more = names.length - most
  return more > 1 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ')
}
