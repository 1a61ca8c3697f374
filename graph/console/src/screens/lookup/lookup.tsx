import { useTitle } from '../../lib/title.ts'

export function LookUp() {
  useTitle('Look up')
  return <h1>Look up</h1>
}
