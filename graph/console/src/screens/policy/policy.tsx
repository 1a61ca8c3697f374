import { useTitle } from '../../lib/title.ts'

export function PolicyScreen() {
  useTitle('Policy')
  return <h1>Policy</h1>
}
