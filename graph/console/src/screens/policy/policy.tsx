import { useRoute } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { PolicyScreenDocument } from '../../gql/graphql.ts'
import { Empty, Loading, Problem, Since } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { useTitle } from '../../lib/title.ts'
import { Head } from './head.tsx'
import { Notices } from './notices.tsx'
import { Terms } from './terms.tsx'
import { Timeline } from './timeline.tsx'
import type { Policy } from './types.ts'
import { Versions } from './versions.tsx'

// PolicyScreen is one policy: what it says, what it covered when, what became of its notices, and how its versions differ.
export function PolicyScreen() {
  const query = useQuery(PolicyScreenDocument, { id: useRoute().params['id'] ?? '' })
  const policy = query.data?.policy
  useTitle(policy ? `${policy.displayName}, ${policy.case.displayName}` : 'Policy')
  if (policy) return <Shown policy={policy} since={<Since query={query} />} reload={query.reload} />
  if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (query.loading) return <Loading what="the policy" />
  return <Empty>There is no such policy in this portfolio. It may belong to another one: look its id up.</Empty>
}

function Shown({ policy, since, reload }: { policy: Policy; since: ComponentChildren; reload(): Promise<void> }) {
  return (
    <>
      <Head policy={policy} since={since} reload={reload} />
      <Terms policy={policy} reload={reload} />
      <Timeline policy={policy} />
      <Notices policy={policy} reload={reload} />
      <Versions policy={policy} />
    </>
  )
}
