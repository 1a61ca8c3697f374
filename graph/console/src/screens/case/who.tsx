import { useState } from 'preact/hooks'
import { CorrectPolicyDocument, MemberTrailDocument, UpdateCaseDocument, type MemberTrailQuery } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { ask, Refusal } from '../../lib/graphql.ts'
import { Confirm, Empty, Loading, Problem, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { memberWord, valueText } from '../../lib/trail.ts'
import { actorText } from '../../lib/words.ts'
import { latestOf, membersOf, undoOf } from './undo.ts'

type Event = MemberTrailQuery['auditEvents']['nodes'][number]

interface WhoProps {
  subject: string
  noun: 'case' | 'policy' | 'asset'
  // The member as the trail has it; all of them without.
  member?: string
  label: string
  // What records are called, by id.
  names: Map<string, string>
  // Whether changes may be taken back.
  mayUndo?: boolean
  onUndone?(message: string): void
}

// Who is a button that says who changed a member, when, and from what; the last change can be taken back.
export function Who(props: WhoProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="who" title="Who changed this" aria-label={`${props.label}: who changed this`} onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {open && <History {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function History({ subject, noun, member, label, names, mayUndo, onUndone, onClose }: WhoProps & { onClose(): void }) {
  const trail = useQuery(MemberTrailDocument, { subject })
  const undo = useUndo(subject, noun)
  const events = trail.data?.auditEvents.nodes ?? []
  const shown = events.flatMap((event) =>
    membersOf(event.changes)
      .filter(([name]) => !member || name === member)
      .map(([name, change]) => ({ event, name, change })),
  )
  const latest = latestOf(events)
  const back = latest && mayUndo && mayWrite() ? undoOf(latest) : undefined
  const touches = back && shown.some(({ event }) => event.id === latest!.id)
  return (
    <Confirm
      title={`Who changed this: ${label}`}
      action={touches ? 'Undo the last change' : 'Close'}
      what={
        <>
          {trail.error && <Problem refusal={trail.error} retry={() => void trail.reload()} />}
          {!trail.data && trail.loading && <Loading what="the trail" />}
          {trail.data && shown.length === 0 && <Empty>Nobody has changed it since it is recorded.</Empty>}
          <ol class="plain entries">
            {shown.map(({ event, name, change }) => (
              <Changed key={event.id + name} event={event} shown={!member} name={name} from={change.from} to={change.to} names={names} />
            ))}
          </ol>
          {touches && <p>Undo is a change of its own: {Object.keys(back).map(memberWord).join(', ')} will be as before, if nobody changes anything meanwhile.</p>}
        </>
      }
      onConfirm={async () => {
        if (!touches) return
        await undo(latest!.id, back)
        onUndone?.('The last change is taken back.')
      }}
      onClose={onClose}
    />
  )
}

interface ChangedProps {
  event: Event
  name: string
  // Whether the name stands before the values.
  shown: boolean
  from: unknown
  to: unknown
  names: Map<string, string>
}

function Changed({ event, name, shown, from, to, names }: ChangedProps) {
  const textOf = (value: unknown) => valueText(value, name, (id) => names.get(id) ?? 'a record that is not on this page')
  const isFirst = event.action.endsWith('.created')
  return (
    <li>
      {shown && <strong>{memberWord(name)}: </strong>}
      {!isFirst && (
        <>
          <s class="quiet">{textOf(from)}</s> →{' '}
        </>
      )}
      {textOf(to)}
      <div class="quiet">
        {isFirst ? 'recorded' : 'changed'} by {actorText(event.actorName, event.actorKind)}, <Time value={event.at} />
      </div>
    </li>
  )
}

// useUndo takes the last change back, unless something changed after it.
function useUndo(subject: string, noun: WhoProps['noun']) {
  const ofCase = useWrite(UpdateCaseDocument)
  const ofPolicy = useWrite(CorrectPolicyDocument)
  return async (event: string, input: Record<string, unknown>) => {
    const { auditEvents } = await ask(MemberTrailDocument, { subject }, { portfolio: portfolioOfAddress() })
    if (latestOf(auditEvents.nodes)?.id !== event) throw new Refusal(409, 'changed', 'Somebody has changed it since. Close this and look again.')
    await (noun === 'case' ? ofCase : ofPolicy).write({ id: subject, input })
  }
}
