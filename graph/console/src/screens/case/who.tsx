import { useState } from 'preact/hooks'
import {
  CorrectPolicyDocument,
  MemberTrailDocument,
  TrailNamesDocument,
  UpdateAssetDocument,
  UpdateBrokerDocument,
  UpdateCaseDocument,
  UpdateInsuredDocument,
  UpdateTaskDocument,
  type MemberTrailQuery,
  type TypedDocumentString,
} from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { ask, Refusal } from '../../lib/graphql.ts'
import { Confirm, Empty, Loading, Problem, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { valueText } from '../../lib/trail.ts'
import { actorText } from '../../lib/words.ts'
import { fieldText } from './asset-fields.ts'
import { backOf, fieldPrefix, isTold, membersOf, wordOf, type Member } from './undo.ts'

type Event = MemberTrailQuery['auditEvents']['nodes'][number]

// How each noun is changed.
const writes = {
  case: UpdateCaseDocument,
  policy: CorrectPolicyDocument,
  asset: UpdateAssetDocument,
  task: UpdateTaskDocument,
  insured: UpdateInsuredDocument,
  broker: UpdateBrokerDocument,
}

interface WhoProps {
  subject: string
  noun: keyof typeof writes
  // The members as the trail has them; all of them without.
  members?: readonly string[]
  label: string
  // Whose changes they are, where the label does not say it.
  of?: string
  // What records are called, by id; the others are asked for.
  names?: ReadonlyMap<string, string>
  // Whether changes may be taken back.
  mayUndo: boolean
  onUndone(message: string): void
}

// Who is a button that says who changed a member, when, and from what; the last change can be taken back.
export function Who(props: WhoProps) {
  const [open, setOpen] = useState(false)
  const { label, of } = props
  return (
    <>
      <button type="button" class="who" title="Who changed this" aria-label={`${of ? `${of}, ${label}` : label}: who changed this`} onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && <History {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function History({ subject, noun, members, label, of, names, mayUndo, onUndone, onClose }: WhoProps & { onClose(): void }) {
  const trail = useQuery(MemberTrailDocument, { subject })
  const undo = useUndo(subject, noun, members)
  const events = trail.data?.auditEvents.nodes ?? []
  const shown = events.flatMap((event) =>
    membersOf(event.changes)
      .filter(([name]) => isTold(name) && (!members || members.includes(name)))
      .map(([name, change]) => ({ event, name, change })),
  )
  const back = mayUndo && mayWrite() ? backOf(events, members) : undefined
  return (
    <Confirm
      title={`Who changed this: ${[of, label].filter(Boolean).join(', ')}`}
      action={back ? 'Undo the last change' : 'Close'}
      what={
        <>
          {trail.error && <Problem refusal={trail.error} retry={() => void trail.reload()} />}
          {!trail.data && trail.loading && <Loading what="the trail" />}
          {trail.data && shown.length === 0 && <Empty>Nobody has changed it since it is recorded.</Empty>}
          {shown.length > 0 && <Changes subject={subject} all={shown} isNamed={members?.length !== 1} names={names} />}
          {back && <p>Undo is a change of its own: {wordsOf(back.event)} will be as before, if nobody changes that meanwhile.</p>}
        </>
      }
      onConfirm={async () => {
        if (!back) return
        await undo(back.event.id, back.input)
        onUndone('The last change is taken back.')
      }}
      onClose={onClose}
    />
  )
}

const wordsOf = (event: Event) =>
  membersOf(event.changes)
    .filter(([name]) => isTold(name))
    .map(([name]) => wordOf(name))
    .join(', ')

interface Change {
  event: Event
  name: string
  change: Member
}

interface ChangesProps {
  subject: string
  all: readonly Change[]
  // Whether the name of the member stands before its values.
  isNamed: boolean
  names: WhoProps['names']
}

function Changes({ subject, all, isNamed, names }: ChangesProps) {
  const named = useNames(subject, all.map(({ change }) => change), names)
  return (
    <ol class="plain entries">
      {all.map((one) => (
        <Changed key={one.event.id + one.name} {...one} isNamed={isNamed} named={named} />
      ))}
    </ol>
  )
}

function Changed({ event, name, isNamed, change: { from, to }, named }: Change & { isNamed: boolean; named(id: string): string }) {
  const isField = name.startsWith(fieldPrefix)
  const textOf = (value: unknown) => (isField && value !== null ? fieldText({ label: wordOf(name), value }) : valueText(value, name, named))
  const isFirst = event.action.endsWith('.created')
  return (
    <li>
      {isNamed && <strong>{wordOf(name)}: </strong>}
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

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const askedAtMost = 100

// useNames are what the records in changes are called: as the page has it, else as the server says.
function useNames(subject: string, changes: readonly Member[], known: ReadonlyMap<string, string> = new Map()): (id: string) => string {
  const ids = [...new Set(JSON.stringify(changes).match(idForm))].filter((id) => !known.has(id)).slice(0, askedAtMost)
  const { data } = useQuery(TrailNamesDocument, { ids: ids.length > 0 ? ids : [subject] })
  const found = new Map((Object.values(data ?? {}) as { nodes: Named[] }[]).flatMap(({ nodes }) => nodes).map((one) => [one.id, nameOf(one)]))
  return (id) => known.get(id) ?? found.get(id) ?? 'a record that is not on this page'
}

interface Named {
  id: string
  displayName?: string
  name?: string
  version?: number | null
  certificateHolder?: { name: string }
}

const nameOf = ({ displayName, name, version, certificateHolder }: Named) =>
  displayName ?? certificateHolder?.name ?? `${name}${version ? `, version ${version}` : ''}`

// useUndo takes a change back, unless somebody changed one of its members after it.
function useUndo(subject: string, noun: WhoProps['noun'], members: WhoProps['members']) {
  const { write } = useWrite(writes[noun] as unknown as TypedDocumentString<unknown, { id: string; input: Record<string, unknown> }>)
  return async (event: string, input: Record<string, unknown>) => {
    const { auditEvents } = await ask(MemberTrailDocument, { subject }, { portfolio: portfolioOfAddress() })
    if (backOf(auditEvents.nodes, members)?.event.id !== event) throw new Refusal(409, 'changed', 'Somebody has changed it since. Close this and look again.')
    await write({ id: subject, input })
  }
}
