import { signal } from '@preact/signals'
import { PortfoliosDocument, type PortfoliosQuery } from '../gql/graphql.ts'
import { ask } from './graphql.ts'
import { modeWords, word } from './words.ts'

export type Portfolio = PortfoliosQuery['viewer']['portfolios'][number]

// portfolios are those that one may see, by lender, live ones first; null until somebody is signed in.
export const portfolios = signal<readonly Portfolio[] | null>(null)

export async function findPortfolios(): Promise<void> {
  portfolios.value = (await ask(PortfoliosDocument, {})).viewer.portfolios
}

export function portfolioName(portfolio: Portfolio): string {
  return `${portfolio.lenderName}, ${word(modeWords, portfolio.mode)}`
}
