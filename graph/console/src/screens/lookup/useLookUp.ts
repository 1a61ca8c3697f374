import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../../lib/graphql.ts'
import { portfolios } from '../../lib/portfolios.ts'
import { refusalOf } from '../../lib/query.ts'
import { viewer } from '../../lib/session.ts'
import { type Pasted, windows } from './pasted.ts'
import { type Finding, type Look, lookUp, requestsBefore } from './search.ts'

export interface LookingUp {
  findings: Finding[]
  asked: number
  of: number
  busy: boolean
  since: Date
  // How many windows of time a request was looked for in.
  windows: number
  refusal?: Refusal
}

const atFirst: LookingUp = { findings: [], asked: 0, of: 0, busy: true, since: new Date(), windows: 0 }

// useLookUp looks up what was pasted when it changes; a request also in earlier times, when asked to.
export function useLookUp(pasted: Pasted): LookingUp & { again(): void; back(): void; stop(): void } {
  const [state, setState] = useState(atFirst)
  const running = useRef<AbortController>(undefined)

  async function run(start: LookingUp, find: (look: Look) => Promise<void>) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const change = (what: (old: LookingUp) => Partial<LookingUp>) => !signal.aborted && setState((old) => ({ ...old, ...what(old) }))
    setState({ ...start, busy: true, since: new Date() })
    try {
      await find({
        portfolios: portfolios.value ?? [],
        operator: viewer.value?.staffRole === 'OPERATOR',
        signal,
        tell: (found) => change(({ findings }) => ({ findings: [...findings, ...found] })),
        progress: (asked, of) => change(() => ({ asked, of })),
      })
      change((old) => ({ busy: false, windows: old.windows + 1 }))
    } catch (error) {
      change(() => ({ busy: false, refusal: refusalOf(error) }))
    }
  }

  const known = portfolios.value !== null
  const start = () => {
    if (!known) return
    if (pasted.kind === 'id' || pasted.kind === 'text') void run({ ...atFirst }, (look) => lookUp(pasted, look))
    else setState({ ...atFirst, busy: false })
  }
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [JSON.stringify(pasted), known])

  const request = pasted.kind === 'id' ? pasted.id : pasted.kind === 'text' ? pasted.text : ''
  const back = () => {
    const { refusal: _, ...before } = state
    void run(before, (look) => requestsBefore(request, before.windows, look))
  }
  const stop = () => {
    running.current?.abort()
    setState((old) => ({ ...old, busy: false }))
  }
  return { ...state, again: start, back, stop }
}

// sought is the day from which on a request was looked for.
export const sought = (since: Date, count: number) => windows(since, count - 1, 1)[0]!.from
