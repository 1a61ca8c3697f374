import { useState } from 'preact/hooks'
import type { TaskState } from '../../gql/enums.ts'
import { MoveTaskDocument, TakeTaskDocument } from '../../gql/graphql.ts'
import { param } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import { Confirm, Field, Problem } from '../../lib/parts.tsx'
import { Restored } from '../../lib/restored.tsx'
import { useWrite } from '../../lib/query.ts'
import { taskName } from '../../lib/words.ts'
import type { Detailed } from './types.ts'

interface Props {
  task: Detailed
  onDone(words: string): Promise<void>
  onChanged(): Promise<void>
}

// Moves are the buttons of a task that is not over: take, pause, go on, complete.
export function Moves({ task, onDone, onChanged }: Props) {
  const [asking, setAsking] = useState<'paused' | 'completed'>()
  const me = param('assignee')
  const take = useWrite(TakeTaskDocument)
  const goOn = async () => {
    await take.write({ id: task.id, assignee: me }).catch(() => undefined)
    await onChanged()
  }
  if (task.state === 'completed' || task.state === 'cancelled')
    return <p class="quiet">It is over. Open another one on the case if there is more to do.</p>
  const isMine = task.assigneeId === me && me !== ''
  // A decision about evidence completes its task, so there is no button for that here.
  const decides = task.evidenceId !== null
  // The task of a case's findings is completed by what corrects them; until then the server refuses to complete it.
  const follows = task.type === 'resolveDeficiency' && task.text !== null
  return (
    <>
      {take.error && <Problem refusal={take.error} />}
      <div class="row">
        {!(isMine && task.state === 'inProgress') && (
          <button type="button" class={isMine || decides ? '' : 'primary'} disabled={me === '' || take.busy} onClick={() => void goOn()}>
            {takeWords(task, isMine)}
          </button>
        )}
        {task.state !== 'paused' && (
          <button type="button" onClick={() => setAsking('paused')}>
            Pause…
          </button>
        )}
        {!decides && !follows && (
          <button type="button" class={isMine ? 'primary' : ''} onClick={() => setAsking('completed')}>
            Complete…
          </button>
        )}
        {follows && <span class="quiet">It completes itself when none of its findings is open any more.</span>}
        {me === '' && <span class="quiet">To take it, choose who you work as.</span>}
      </div>
      {asking && (
        <Ask
          task={task}
          to={asking}
          onClose={() => setAsking(undefined)}
          onMoved={asking === 'completed' ? () => onDone('Completed.') : onChanged}
        />
      )}
    </>
  )
}

function takeWords(task: Detailed, isMine: boolean): string {
  if (isMine) return task.state === 'paused' ? 'Go on' : 'Start'
  return task.assigneeId === null ? 'Take it' : `Take it over from ${task.assignee?.displayName}`
}

const asks = {
  paused: {
    title: 'Pause the task',
    action: 'Pause',
    what: 'It stays in the list, marked as paused, until somebody goes on with it.',
    hint: 'What it waits for.',
  },
  completed: {
    title: 'Complete the task',
    action: 'Complete',
    what: 'It is closed for good: a task that is over cannot be opened again.',
    hint: 'What was done. It takes the place of the reason that the task has.',
  },
} as const

function Ask({ task, to, onMoved, onClose }: { task: Detailed; to: 'paused' | 'completed'; onMoved(): Promise<void>; onClose(): void }) {
  const draft = useDraft(`task ${task.id} ${to}`, { reason: '' })
  const { reason } = draft.value
  const move = useWrite(MoveTaskDocument)
  const words = asks[to]
  const confirm = async () => {
    const state: TaskState = to
    await move.write({ id: task.id, input: { state, ...(reason.trim() !== '' && { reason: reason.trim() }) } })
    draft.clear()
    await onMoved()
  }
  const what = (
    <p>
      “{taskName(task)}”{task.case && ` of ${task.case.displayName}`}. {words.what}
    </p>
  )
  return (
    <Confirm title={words.title} action={words.action} what={what} onConfirm={confirm} onClose={onClose}>
      {(errorAt) => (
        <>
          <Restored draft={draft} what="it" />
          <Field label="Note (optional)" hint={words.hint} error={errorAt('reason')}>
            <input value={reason} onInput={(e) => draft.set({ reason: e.currentTarget.value })} />
          </Field>
        </>
      )}
    </Confirm>
  )
}
