import { useTitle } from '../../lib/title.ts'

export function Tasks() {
  useTitle('Tasks')
  return <h1>Tasks</h1>
}
