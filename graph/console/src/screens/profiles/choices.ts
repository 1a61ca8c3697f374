import { RequirementChoicesDocument, type RequirementChoicesQuery } from '../../gql/graphql.ts'
import { useQuery } from '../../lib/query.ts'
import { agencyWords, basisWords, clauseWords, formWords, insuredNamedWords, limitPerWords, valuationWords } from '../../lib/words.ts'
import type { Choices } from './members.ts'

// useChoices are the names of all that a requirement can have: the catalog's, the lender's holders, and the words of enums.
export function useChoices(): Choices {
  const { data } = useQuery(RequirementChoicesDocument, {})
  return { ...words, ...(data && ofCatalog(data)) }
}

const { Unknown: _, ...forms } = formWords
const words: Choices = {
  insuredNamed: Object.entries(insuredNamedWords),
  limitBasis: Object.entries(basisWords),
  limitPer: Object.entries(limitPerWords),
  agency: Object.entries(agencyWords),
  valuation: Object.entries(valuationWords),
  clauseType: Object.entries(clauseWords),
  formTypes: Object.entries(forms),
}

function ofCatalog({ assetTypes, ...lists }: RequirementChoicesQuery): Choices {
  const fields = new Map(assetTypes.nodes.flatMap((type) => type.fieldTypes).map(({ id, label }) => [id, label]))
  const named = Object.entries(lists).filter((entry): entry is [string, { nodes: { id: string; name: string }[] }] => typeof entry[1] === 'object')
  return {
    ...Object.fromEntries(named.map(([of, { nodes }]) => [of, nodes.map(({ id, name }) => [id, name] as const)])),
    assetTypes: assetTypes.nodes.map(({ id, name }) => [id, name] as const),
    fieldTypes: [...fields],
  }
}
