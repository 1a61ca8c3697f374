import { LookUpAdministrationDocument } from '../../gql/graphql.ts'
import { Empty, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { viewer } from '../../lib/session.ts'
import { Events } from './events.tsx'

// Administration is what was done to a token, an organization or a lender, which only operators may read.
export function Administration({ id }: { id: string }) {
  if (viewer.value?.staffRole !== 'OPERATOR') return <Empty>What was done to it is for operators to read.</Empty>
  return <Administered id={id} />
}

function Administered({ id }: { id: string }) {
  const query = useQuery(LookUpAdministrationDocument, { filter: { subject: [id] } })
  if (query.error && !query.data) return <Problem refusal={query.error} retry={() => void query.reload()} />
  if (!query.data) return <Loading what="what happened" />
  const { nodes } = query.data.administrationEvents
  return (
    <>
      <h3>What happened to it</h3>
      {nodes.length === 0 ? <Empty>Nothing is recorded.</Empty> : <Events events={nodes} about={id} />}
    </>
  )
}
