import { useEffect } from 'preact/hooks'
import { WaiverActorsDocument } from '../../gql/graphql.ts'
import { useQuery } from '../../lib/query.ts'
import { viewer } from '../../lib/session.ts'
import { subjectsAtMost } from './history.ts'

// useActors asks the trail for the names of those who asked for waivers and decided: a waiver has their ids. It is asked
// again when the revision changes.
export function useActors(waivers: readonly { id: string }[], revision: unknown): (id: string | null) => string {
  const actors = useQuery(WaiverActorsDocument, { waivers: waivers.slice(0, subjectsAtMost).map(({ id }) => id) })
  useEffect(() => {
    if (revision) void actors.reload()
  }, [revision])
  const names = new Map(actors.data?.auditEvents.nodes.map(({ actorId, actorName }) => [actorId, actorName]))
  return (id) => (id === viewer.value?.id ? ' by you' : names.has(id) ? ` by ${names.get(id)}` : '')
}
