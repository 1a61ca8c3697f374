import { useEffect } from 'preact/hooks'
import { TaskPeopleDocument } from '../../gql/graphql.ts'
import { list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { day } from '../../lib/format.ts'
import { Chips, Problem } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { openTaskStates, taskStateWords, taskWords, userRoleWords, word } from '../../lib/words.ts'
import type { TaskState, TaskType } from '../../gql/enums.ts'
import { setWorker, worker } from './worker.ts'

// Filters say who works, and which tasks the list has. All of it stands in the address.
export function Filters() {
  const states = list('state')
  const choose = (change: Parameters<typeof setParams>[0]) => setParams({ ...change, task: null })
  return (
    <div class="toolbar">
      <Person
        onChange={(id) => {
          setWorker(portfolioOfAddress() ?? '', id)
          choose({ assignee: id, whose: null })
        }}
      />
      {param('assignee') && (
        <Chips
          label="Whose tasks"
          single
          choices={[
            { value: 'mine', label: 'Mine' },
            { value: 'all', label: 'Everybody’s' },
          ]}
          chosen={[param('whose') === 'all' ? 'all' : 'mine']}
          onChange={([whose]) => choose({ whose: whose === 'all' ? 'all' : null })}
        />
      )}
      <Chips
        label="State"
        choices={stateChips}
        chosen={states.length > 0 ? states : openTaskStates}
        onChange={(state) => choose({ state })}
      />
      <label class="row">
        About{' '}
        <select value={param('type')} onChange={(e) => choose({ type: e.currentTarget.value })}>
          <option value="">everything</option>
          {(Object.keys(taskWords) as TaskType[]).map((t) => (
            <option key={t} value={t}>
              {taskWords[t].toLowerCase()}
            </option>
          ))}
          {list('type').length > 1 && <option value={param('type')}>{list('type').length} kinds</option>}
        </select>
      </label>
      <Due onClear={() => choose({ 'due[gte]': null, 'due[lt]': null })} />
    </div>
  )
}

const stateChips = (Object.keys(taskStateWords) as TaskState[]).map((value) => ({ value, label: taskStateWords[value] }))

// As many people as TaskPeople asks for: there may be more of them.
const allPeople = 200

const isLast = (id: string) => id !== '' && id === worker(portfolioOfAddress() ?? '')

// Person chooses who works. Who was chosen and works here no more is forgotten.
function Person({ onChange }: { onChange(id: string): void }) {
  const query = useQuery(TaskPeopleDocument, {})
  const people = query.data?.users.nodes
  const isGone = people !== undefined && people.length < allPeople && isLast(param('assignee')) && !people.some(({ id }) => id === param('assignee'))
  useEffect(() => {
    if (isGone) onChange('')
  }, [isGone])
  if (query.error && !query.data) return <Problem refusal={query.error} retry={() => void query.reload()} />
  return (
    <label class="row">
      I work as{' '}
      <select value={param('assignee')} onChange={(e) => onChange(e.currentTarget.value)}>
        <option value="">(choose once)</option>
        {people?.map((u) => (
          <option key={u.id} value={u.id}>{`${u.displayName} (${word(userRoleWords, u.role).toLowerCase()})`}</option>
        ))}
      </select>
    </label>
  )
}

function Due({ onClear }: { onClear(): void }) {
  const [from, before] = [param('due[gte]'), param('due[lt]')]
  if (from === '' && before === '') return null
  const words = [from && `from ${day(from)}`, before && `before ${day(before)}`].filter(Boolean).join(', ')
  return (
    <button type="button" class="chip" aria-pressed="true" title="Remove" onClick={onClear}>
      Due {words} ✕
    </button>
  )
}
