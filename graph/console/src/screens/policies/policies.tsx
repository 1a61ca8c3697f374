import { useTitle } from '../../lib/title.ts'

export function Policies() {
  useTitle('Policies')
  return <h1>Policies</h1>
}
