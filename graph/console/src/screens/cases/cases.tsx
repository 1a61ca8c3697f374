import { useTitle } from '../../lib/title.ts'

export function Cases() {
  useTitle('Cases')
  return <h1>Cases</h1>
}
