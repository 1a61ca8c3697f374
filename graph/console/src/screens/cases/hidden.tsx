import { CasesFoundDocument } from '../../gql/graphql.ts'
import { setParams } from '../../lib/address.ts'
import { counted } from '../../lib/format.ts'
import { useQuery } from '../../lib/query.ts'
import type { Pages } from '../../list/pages.ts'
import type { Row } from './columns.tsx'
import { hidden, unfiltered } from './filter.ts'

const looked = 25

// Hidden says that a search finds cases which the filters hide: nobody should take a filter for an answer.
export function Hidden({ q, pages }: { q: string; pages: Pages<Row> }) {
  const { data } = useQuery(CasesFoundDocument, { q, first: looked })
  if (!data || !pages.query.data || pages.query.loading) return null
  const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)
  const count = hidden({ total: data.cases.pageInfo.total, ids: ids(data.cases.nodes) }, { total: pages.total, ids: ids(pages.rows) })
  if (count <= 0) return null
  return (
    <p class="note" role="status">
      The filters hide {counted(count, 'case')} that “{q}” finds.{' '}
      <button type="button" class="link" onClick={() => setParams(unfiltered(new URLSearchParams(location.search)))}>
        Search without filters
      </button>
    </p>
  )
}
