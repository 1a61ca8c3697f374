import { useState } from 'preact/hooks'
import { CorrectPolicyDocument, MemberTrailDocument, UpdateCaseDocument, type MemberTrailQuery } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { day, money, type Amount } from '../../lib/format.ts'
import { ask, Refusal } from '../../lib/graphql.ts'
import { Confirm, Empty, Loading, Problem, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
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
              <Changed key={event.id + name} event={event} name={member ? '' : name} from={change.from} to={change.to} names={names} />
            ))}
          </ol>
          {touches && <p>Undo is a change of its own: {Object.keys(back).map(spaced).join(', ')} will be as before, if nobody changes anything meanwhile.</p>}
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

const spaced = (name: string) => name.replace(/Ids?$/, '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

function Changed({ event, name, from, to, names }: { event: Event; name: string; from: unknown; to: unknown; names: Map<string, string> }) {
  const isFirst = event.action.endsWith('.created')
  return (
    <li>
      {name && <strong>{spaced(name)}: </strong>}
      {!isFirst && (
        <>
          <s class="quiet">{textOf(from, names)}</s> →{' '}
        </>
      )}
      {textOf(to, names)}
      <div class="quiet">
        {isFirst ? 'recorded' : 'changed'} by {actorText(event.actorName, event.actorKind)}, <Time value={event.at} />
      </div>
    </li>
  )
}

// textOf is a value of the trail as people read it.
function textOf(value: unknown, names: Map<string, string>): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (Array.isArray(value)) return value.map((one) => textOf(one, names)).join('; ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/.test(value)) return day(value)
    return names.get(value) ?? (/^[0-9a-f-]{36}$/.test(value) ? 'a record that is not on this page' : value)
  }
  if (typeof value !== 'object') return String(value)
  const members = value as Record<string, unknown>
  if (typeof members['amount'] === 'string' && typeof members['currency'] === 'string') return money(members as unknown as Amount)
  return Object.entries(members)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${spaced(name)} ${textOf(one, names)}`)
    .join(', ')
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
