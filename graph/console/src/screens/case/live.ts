import { useEffect, useRef, useState } from 'preact/hooks'
import { CaseChangedDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { timeOfDay } from '../../lib/format.ts'
import { listen } from '../../lib/listen.ts'

// useLive reads the case again whenever it, or anything on it, changes, and says if it is live. The first result of
// a stream is the present state, which was read already.
export function useLive(id: string | undefined, reload: () => void): string {
  const [since, setSince] = useState<Date | null>()
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!id) return
    let first = true
    return listen(CaseChangedDocument, { id }, portfolioOfAddress(), {
      next: () => {
        if (!first) latest.current()
        first = false
        setSince(null)
      },
      lost: () => setSince((lost) => lost ?? new Date()),
      back: () => latest.current(),
    })
  }, [id])
  if (since === undefined) return ''
  return since === null ? 'Live' : `Not live since ${timeOfDay(since)}; connecting again…`
}
