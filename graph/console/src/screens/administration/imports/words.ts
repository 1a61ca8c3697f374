import type { ImportDoubt, ImportFormat, ImportOutcome, ImportState } from '../../../gql/enums.ts'
import type { ImportQuery, ImportsQuery, ImportTargetsQuery } from '../../../gql/graphql.ts'
import { addressOf } from '../entries.ts'

export type Line = ImportsQuery['imports']['nodes'][number]
export type Import = NonNullable<ImportQuery['import']>
export type Target = ImportTargetsQuery['importTargets'][number]

export const stateWords: Readonly<Record<ImportState, string>> = {
  uploaded: 'Being read',
  mapping: 'Columns to be confirmed',
  checking: 'Being tried',
  checked: 'Tried, not written',
  committing: 'Being written',
  committed: 'Written, on hold',
  releasing: 'Being released',
  reverting: 'Being undone',
  reverted: 'Undone',
  failed: 'Failed',
}

// stateText is where an import stands; one that was released stays written.
export const stateText = ({ state, releasedAt }: Pick<Line, 'state' | 'releasedAt'>) =>
  state === 'committed' && releasedAt ? 'Released' : (stateWords[state] ?? state)

const working: readonly ImportState[] = ['uploaded', 'checking', 'committing', 'releasing', 'reverting']

// isWorking reports whether the server is at it.
export const isWorking = ({ state }: Pick<Line, 'state'>) => working.includes(state)

export const outcomeWords: Readonly<Record<Exclude<ImportOutcome, 'unchanged'>, string>> = { refused: 'Refused', change: 'Changed', create: 'New' }

export const formatWords: Readonly<Record<ImportFormat, string>> = {
  dayFirst: 'Day first: 02/01/2026 is January 2',
  monthFirst: 'Month first: 02/01/2026 is February 1',
  point: 'Point: one thousand is 1,000.00',
  comma: 'Comma: one thousand is 1.000,00',
}

export const doubtWords: Readonly<Record<ImportDoubt, string>> = {
  manyChanges: 'It would change more than a fifth of the book.',
  fewRows: 'It has fewer than half of the rows of the one before.',
  refusals: 'Rows are refused, or are more than 5,000, and all or none were to be written.',
}

export const nounWords: Readonly<Record<string, string>> = {
  case: 'Loan',
  asset: 'Asset',
  insured: 'Insured',
  insuredGroup: 'Group of insureds',
  policy: 'Policy',
  broker: 'Broker',
}

export const nounOf = (name: string) => nounWords[name.split('.')[0] ?? ''] ?? name

export const listAddress = () => addressOf({ part: 'imports', screen: () => null })

// formatsOf is how the cells of a kind can be written.
export function formatsOf(kind: string | undefined): readonly ImportFormat[] {
  if (kind === 'date') return ['dayFirst', 'monthFirst']
  return kind === 'money' || kind === 'number' || kind === 'integer' ? ['point', 'comma'] : []
}
