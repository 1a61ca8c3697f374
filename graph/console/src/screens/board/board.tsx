import { useTitle } from '../../lib/title.ts'

export function Board() {
  useTitle('Board')
  return <h1>Board</h1>
}
