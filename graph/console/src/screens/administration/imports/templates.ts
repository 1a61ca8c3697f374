import { csv } from '../../../lib/csv.ts'
import type { Target } from './words.ts'

const nouns = {
  all: ['case', 'insured', 'asset', 'policy', 'broker'],
  loans: ['case', 'insured', 'broker'],
  insureds: ['insured'],
  assets: ['asset'],
  policies: ['policy', 'broker'],
} as const

export type Template = keyof typeof nouns

export const templateWords: Readonly<Record<Template, string>> = {
  all: 'All in one',
  loans: 'Loans',
  insureds: 'Insureds',
  assets: 'Assets',
  policies: 'Policies',
}

// What belongs to one type of asset alone is in no template, as in those of the command line; a file of one's own may have it.
const isField = (name: string) => name.startsWith('asset.') && !/^asset\.(assetType|externalId|address\..*)$/.test(name)

// templateOf is the heading of a kind of file, with an example row. All but insureds are found by their loan.
export function templateOf(kind: Template, targets: readonly Pick<Target, 'name' | 'label' | 'example'>[]): string {
  const of: readonly string[] = nouns[kind]
  const shown = targets.filter(
    ({ name }) => (name === 'case.loanNumber' && kind !== 'insureds') || (of.includes(name.split('.')[0]!) && !isField(name)),
  )
  return csv([shown.map(({ label }) => label), shown.map(({ example }) => example)])
}
