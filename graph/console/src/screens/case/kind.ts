// shownAs is how a file can be shown in the page: PDF and pictures only, for the server hands out nothing else inline.
export function shownAs(mediaType: string): 'page' | 'picture' | 'nothing' {
  if (mediaType === 'application/pdf') return 'page'
  return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(mediaType) ? 'picture' : 'nothing'
}
