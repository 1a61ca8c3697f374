import { useTitle } from '../../lib/title.ts'

export function Deliveries() {
  useTitle('Deliveries')
  return <h1>Deliveries</h1>
}
