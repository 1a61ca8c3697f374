import { OpenTaskDocument, TaskPeopleDocument, UpdateTaskDocument } from '../../gql/graphql.ts'
import type { TaskType } from '../../gql/enums.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import type { At } from '../../lib/typed.ts'
import { taskName } from '../../lib/words.ts'
import { adviceOf } from '../tasks/advice.ts'
import { nameOf, type CaseTask, type Policy as CasePolicy } from './facts.ts'

// Those that somebody opens; the others follow from what happens.
const opened: readonly TaskType[] = ['collectEvidence', 'reviewDocument', 'caseApproval', 'forcePlacementReview']

type EditedTask = Pick<CaseTask, 'id' | 'type' | 'dueAt' | 'assigneeId' | 'reason' | 'waiverId'>
type Policy = Pick<CasePolicy, 'id' | 'policyNumber' | 'displayName'>

interface Draft {
  type: TaskType
  policy: string
  due: string
  assignee: string
  note: string
}

const draftOf = (task: EditedTask | undefined): Draft => ({
  type: task?.type ?? 'collectEvidence',
  policy: '',
  due: task?.dueAt?.slice(0, 10) ?? '',
  assignee: task?.assigneeId ?? '',
  note: written(task?.reason ?? null),
})

// written is what somebody wrote; why the program opened a task stands in its words elsewhere.
function written(reason: string | null): string {
  const why = adviceOf(reason)?.why
  return why !== undefined && why === reason ? reason : ''
}

const timeOf = (day: string) => (day ? `${day}T00:00:00.000Z` : null)

interface EditTaskProps {
  // Without one a task is opened, on the case or a policy of it.
  task?: EditedTask
  caseId?: string
  policies?: readonly Policy[]
  changed(message: string): void
}

// EditTask gives a task a note, an assignee and a day; without a task it opens one.
export function EditTask({ task, caseId = '', policies = [], changed }: EditTaskProps) {
  const open = useWrite(OpenTaskDocument)
  const update = useWrite(UpdateTaskDocument)

  async function save({ value: { type, policy, due, assignee, note } }: Drafted<Draft>) {
    if (!task) {
      const more = { ...(policy && { policyId: policy }), ...(due && { dueAt: timeOf(due) }), ...(assignee && { assignee }), ...(note.trim() && { reason: note.trim() }) }
      await open.write({ input: { caseId, type, ...more } })
      changed(`The task “${taskName({ type })}” is open.`)
      return
    }
    const before = draftOf(task)
    const input = {
      ...(due !== before.due && { dueAt: timeOf(due) }),
      ...(assignee !== before.assignee && { assignee: assignee || null }),
      ...(note !== before.note && { reason: note.trim() || null }),
    }
    await update.write({ id: task.id, input })
    changed(`The task “${taskName(task)}” is changed.`)
  }

  return (
    <Edit
      label={task ? 'Edit' : 'Open a task'}
      name={task && `Edit the task ${taskName(task)}`}
      link={task !== undefined}
      title={task ? taskName(task) : 'Open a task'}
      what={() => <p>Whom you choose finds it in their list.</p>}
      draft={task ? `edit task ${task.id}` : `new task ${caseId}`}
      beginning={draftOf(task)}
      save={save}
    >
      {(draft, at) => <TaskFields isNew={!task} policies={policies} draft={draft} at={at} />}
    </Edit>
  )
}

interface TaskFieldsProps {
  isNew: boolean
  policies: readonly Policy[]
  draft: Drafted<Draft>
  at: At
}

function TaskFields({ isNew, policies, draft: { value: draft, set }, at }: TaskFieldsProps) {
  const users = useQuery(TaskPeopleDocument, {}).data?.users.nodes ?? []
  return (
    <>
      {isNew && (
        <>
          <Field label="What is to be done" error={at('/type')}>
            <select value={draft.type} onChange={(event) => set({ type: event.currentTarget.value as TaskType })}>
              {opened.map((type) => (
                <option key={type} value={type}>
                  {taskName({ type })}
                </option>
              ))}
            </select>
          </Field>
          <Field label="About" error={at('/policyId')}>
            <select value={draft.policy} onChange={(event) => set({ policy: event.currentTarget.value })}>
              <option value="">The case</option>
              {policies.map((policy) => (
                <option key={policy.id} value={policy.id}>
                  {nameOf(policy)}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      <Field label="Whose" error={at('/assignee')}>
        <select value={draft.assignee} onChange={(event) => set({ assignee: event.currentTarget.value })}>
          <option value="">Nobody’s</option>
          {users.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Due" error={at('/dueAt')}>
        <input type="date" value={draft.due} onInput={(event) => set({ due: event.currentTarget.value })} />
      </Field>
      <Field label="Note" error={at('/reason')}>
        <textarea rows={3} maxLength={4000} value={draft.note} onInput={(event) => set({ note: event.currentTarget.value })} />
      </Field>
    </>
  )
}
