import type { Drafted } from './draft.ts'

// Restored says that what is shown was typed before, and lets one begin anew.
export function Restored<T extends object>({ draft, what }: { draft: Drafted<T>; what: string }) {
  if (!draft.restored) return null
  return (
    <p class="note" role="status">
      What you typed of {what} before is still here; it is kept in this browser only, and files are not.{' '}
      <button type="button" class="link" onClick={draft.clear}>
        Begin anew
      </button>
    </p>
  )
}
