import { useState } from 'preact/hooks'
import { NewCaseChoicesDocument, OpenTaskDocument, UpdateTaskDocument } from '../../gql/graphql.ts'
import type { TaskType } from '../../gql/enums.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { taskName } from '../../lib/words.ts'
import { adviceOf } from '../tasks/advice.ts'
import { nameOf, type CaseTask } from './facts.ts'
import { useShown } from './shown.ts'

// Those that somebody opens; the others follow from what happens.
const opened: readonly TaskType[] = ['collectEvidence', 'reviewDocument', 'caseApproval', 'forcePlacementReview']

interface Draft {
  type: TaskType
  policy: string
  due: string
  assignee: string
  note: string
}

const draftOf = (task: CaseTask | undefined): Draft => ({
  type: task?.type ?? 'collectEvidence',
  policy: task?.policyId ?? '',
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

// EditTask gives a task a note, an assignee and a day; without a task it opens one.
export function EditTask({ task }: { task?: CaseTask }) {
  const { facts, changed } = useShown()
  const [draft, setDraft] = useState<Draft>()
  const open = useWrite(OpenTaskDocument)
  const update = useWrite(UpdateTaskDocument)

  async function save(draft: Draft) {
    const { type, policy, due, assignee, note } = draft
    if (!task) {
      const more = { ...(policy && { policyId: policy }), ...(due && { dueAt: timeOf(due) }), ...(assignee && { assignee }), ...(note.trim() && { reason: note.trim() }) }
      await open.write({ input: { caseId: facts.id, type, ...more } })
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

  const set = (change: Partial<Draft>) => draft && setDraft({ ...draft, ...change })
  return (
    <>
      <button type="button" class={task ? 'link' : ''} aria-label={task ? `Edit the task ${taskName(task)}` : undefined} onClick={() => setDraft(draftOf(task))}>
        {task ? 'Edit' : 'Open a task'}
      </button>
      {draft && (
        <Confirm
          title={task ? taskName(task) : 'Open a task'}
          action="Save"
          what={<p>Whom you choose finds it in their list.</p>}
          onConfirm={() => save(draft)}
          onClose={() => setDraft(undefined)}
        >
          {(errorAt) => <TaskFields isNew={!task} draft={draft} errorAt={errorAt} set={set} />}
        </Confirm>
      )}
    </>
  )
}

function TaskFields({ isNew, draft, errorAt, set }: { isNew: boolean; draft: Draft; errorAt(member: string): string | undefined; set(change: Partial<Draft>): void }) {
  const { facts } = useShown()
  const users = useQuery(NewCaseChoicesDocument, {}).data?.users.nodes ?? []
  return (
    <>
      {isNew && (
        <>
          <Field label="What is to be done" error={errorAt('type')}>
            <select value={draft.type} onChange={(event) => set({ type: event.currentTarget.value as TaskType })}>
              {opened.map((type) => (
                <option key={type} value={type}>
                  {taskName({ type })}
                </option>
              ))}
            </select>
          </Field>
          <Field label="About" error={errorAt('policyId')}>
            <select value={draft.policy} onChange={(event) => set({ policy: event.currentTarget.value })}>
              <option value="">The case</option>
              {facts.policies.map((policy) => (
                <option key={policy.id} value={policy.id}>
                  {nameOf(policy)}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      <Field label="Whose" error={errorAt('assignee')}>
        <select value={draft.assignee} onChange={(event) => set({ assignee: event.currentTarget.value })}>
          <option value="">Nobody’s</option>
          {users.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Due" error={errorAt('dueAt')}>
        <input type="date" value={draft.due} onInput={(event) => set({ due: event.currentTarget.value })} />
      </Field>
      <Field label="Note" error={errorAt('reason')}>
        <textarea rows={3} maxLength={4000} value={draft.note} onInput={(event) => set({ note: event.currentTarget.value })} />
      </Field>
    </>
  )
}
