import { useState } from 'preact/hooks'
import { portfolioOfAddress } from './address.ts'
import { draftPrefix } from './drafts.ts'
import { viewer } from './session.ts'

const place = (name: string) => `${draftPrefix}${viewer.value?.id ?? ''} ${portfolioOfAddress() ?? ''} ${name}`

export interface Drafted<T> {
  value: T
  // Whether it was typed before this page was opened.
  restored: boolean
  set(change: Partial<T>): void
  clear(): void
}

// useDraft is what is typed into a form, which survives a reload and a lost session. Members that nobody typed are always as the beginning
// has them: what others change meanwhile stays changed. A browser that keeps nothing loses it with the page.
export function useDraft<T extends object>(name: string, beginning: T): Drafted<T> {
  const at = place(name)
  const [state, setState] = useState(() => read<T>(at))
  const own = state.at === at ? state : read<T>(at)
  return {
    value: { ...beginning, ...own.typed },
    restored: own.restored,
    set: (change) => {
      setState((old) => {
        const typed = { ...(old.at === at ? old : own).typed, ...change }
        write(at, typed)
        return { at, typed, restored: own.restored }
      })
    },
    clear: () => {
      write(at, undefined)
      setState({ at, typed: {}, restored: false })
    },
  }
}

// isKept reports whether something is half-typed under the name.
export const isKept = (name: string) => read(place(name)).restored

interface Kept<T> {
  at: string
  typed: Partial<T>
  restored: boolean
}

function read<T extends object>(at: string): Kept<T> {
  try {
    const kept = localStorage.getItem(at)
    if (kept) return { at, typed: JSON.parse(kept) as Partial<T>, restored: true }
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  return { at, typed: {}, restored: false }
}

function write(at: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(at)
    else localStorage.setItem(at, JSON.stringify(value))
  } catch {
    // It lasts as long as the page then.
  }
}
