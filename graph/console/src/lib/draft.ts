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

// useDraft is what is typed into a form, which survives a reload and a lost session. A browser that keeps nothing loses it with the page.
export function useDraft<T extends object>(name: string, empty: T): Drafted<T> {
  const at = place(name)
  const [state, setState] = useState(() => read(at, empty))
  const own = state.at === at ? state : read(at, empty)
  const keep = (value: T, restored: boolean) => setState({ at, value, restored })
  return {
    value: own.value,
    restored: own.restored,
    set: (change) => {
      setState((old) => {
        const value = { ...(old.at === at ? old : own).value, ...change }
        write(at, value)
        return { at, value, restored: own.restored }
      })
    },
    clear: () => {
      write(at, undefined)
      keep(empty, false)
    },
  }
}

function read<T extends object>(at: string, empty: T): { at: string; value: T; restored: boolean } {
  try {
    const kept = localStorage.getItem(at)
    if (kept) return { at, value: { ...empty, ...(JSON.parse(kept) as T) }, restored: true }
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  return { at, value: empty, restored: false }
}

function write(at: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(at)
    else localStorage.setItem(at, JSON.stringify(value))
  } catch {
    // It lasts as long as the page then.
  }
}
