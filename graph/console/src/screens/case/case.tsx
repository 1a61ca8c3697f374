import { useTitle } from '../../lib/title.ts'

export function CaseScreen() {
  useTitle('Case')
  return <h1>Case</h1>
}
