import { useTitle } from '../../lib/title.ts'

export function AllPortfolios() {
  useTitle('All portfolios')
  return <h1>All portfolios</h1>
}
