import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Placement } from '../placements/placement.ts'
import type { Facts, Notice } from './facts.ts'

// What the parts of the screen share.
export interface Shown {
  facts: Facts
  notices: Notice[]
  placements: Placement[]
  // Records on the case that are shown nowhere else, for the trail.
  subjects: string[]
  names: Map<string, string>
  // The ids of the coverage types that the lender demands.
  demands: ReadonlySet<string>
  // Whether who looks may change what is on the case.
  mayChange: boolean
  // Counts the times that the case was read again because it had changed.
  revision: number
  // To call after a write, with what was done: it is said, and everything is read again.
  changed(message: string): void
}

export const ShownContext = createContext<Shown | null>(null)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('a part of the case is shown outside of it')
  return shown
}
