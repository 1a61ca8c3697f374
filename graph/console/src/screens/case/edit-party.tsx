import type { ComponentChildren, VNode } from 'preact'
import {
  BrokerToEditDocument,
  FindBrokeragesDocument,
  FindInsuredGroupsDocument,
  InsuredToEditDocument,
  MakeBrokerageDocument,
  MakeInsuredGroupDocument,
  UpdateBrokerDocument,
  UpdateInsuredDocument,
} from '../../gql/graphql.ts'
import { useState } from 'preact/hooks'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field, Loading, Problem } from '../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../lib/query.ts'
import { under, type At } from '../../lib/typed.ts'
import { phoneWords } from '../../lib/words.ts'
import type { Party } from '../new-case/case-draft.ts'
import { Finder } from '../new-case/finder.tsx'
import { useShown } from './shown.ts'

// What is typed of a party: the texts by their members, and of whom it is a part.
interface Draft {
  texts: Record<string, string>
  whole?: Party[]
}

const beginning: Draft = { texts: {} }

// inputOf is what was typed as the server takes it: what is emptied is cleared.
const inputOf = ({ texts }: Draft) => Object.fromEntries(Object.entries(texts).map(([member, text]) => [member, text.trim() || null]))

// wholeOf is the id of the one chosen; one that is new is made first, once. null for none, undefined where nobody touched it.
async function wholeOf(draft: Drafted<Draft>, member: string, make: (name: string) => Promise<string>): Promise<string | null | undefined> {
  const { whole } = draft.value
  if (!whole) return undefined
  const [one] = whole
  if (!one || one.id) return one?.id ?? null
  const id = await make(one.name).catch((error: unknown) => {
    throw under(refusalOf(error), member)
  })
  draft.set({ whole: [{ ...one, id }] })
  return id
}

interface PartyProps {
  id: string
  name: string
}

interface FieldsProps {
  id: string
  draft: Drafted<Draft>
  at: At
}

interface EditProps extends PartyProps {
  noun: string
  what: string
  // The member of which it is a part, and how such a whole is made.
  whole: string
  make(name: string): Promise<string>
  write(input: Record<string, unknown>): Promise<unknown>
  Fields(props: FieldsProps): VNode
}

function EditParty({ id, name, noun, what, whole, make, write, Fields }: EditProps) {
  const { changed } = useShown()
  async function save(draft: Drafted<Draft>) {
    const part = await wholeOf(draft, whole, make)
    await write({ ...inputOf(draft.value), ...(part !== undefined && { [whole]: part }) })
    changed(`The ${noun} is changed.`)
  }
  return (
    <Edit label="Edit" name={`Edit ${name}`} link title={`Edit ${name}`} what={() => <p>{what}</p>} draft={`edit ${noun} ${id}`} beginning={beginning} save={save}>
      {(draft, at) => <Fields id={id} draft={draft} at={at} />}
    </Edit>
  )
}

// EditInsured changes an insured, wherever it is named.
export function EditInsured(party: PartyProps) {
  const update = useWrite(UpdateInsuredDocument)
  const group = useWrite(MakeInsuredGroupDocument)
  return (
    <EditParty
      {...party}
      noun="insured"
      what="It is changed on all cases and policies that name it."
      whole="insuredGroup"
      make={async (name) => (await group.write({ input: { name } })).createInsuredGroup.id}
      write={(input) => update.write({ id: party.id, input })}
      Fields={InsuredFields}
    />
  )
}

// EditBroker changes a broker, wherever letters go to them.
export function EditBroker(party: PartyProps) {
  const update = useWrite(UpdateBrokerDocument)
  const brokerage = useWrite(MakeBrokerageDocument)
  return (
    <EditParty
      {...party}
      noun="contact"
      what="The contact is changed on all cases and policies. Letters go to the new address from now on."
      whole="brokerage"
      make={async (name) => (await brokerage.write({ input: { name } })).createBrokerage.id}
      write={(input) => update.write({ id: party.id, input })}
      Fields={BrokerFields}
    />
  )
}

const companyNames = [['corporateName', 'Name']] as const
const personNames = [
  ['prefix', 'Prefix'],
  ['firstName', 'First name'],
  ['middleName', 'Middle name'],
  ['lastName', 'Last name'],
  ['suffix', 'Suffix'],
] as const

function InsuredFields({ id, draft, at }: FieldsProps) {
  const query = useQuery(InsuredToEditDocument, { id })
  const [q, setQ] = useState('')
  const groups = useQuery(FindInsuredGroupsDocument, { q: q || '-' }).data?.insuredGroups.nodes ?? []
  const insured = query.data?.insured
  if (!insured) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the insured" />
  const { texts, whole } = draft.value
  const type = texts['type'] ?? insured.type
  return (
    <>
      <Field label="What it is" error={at('/type')}>
        <select value={type} onChange={(event) => draft.set({ texts: { ...texts, type: event.currentTarget.value } })}>
          <option value="corporate">A company</option>
          <option value="individual">A person</option>
        </select>
      </Field>
      <Texts of={insured} members={type === 'corporate' ? companyNames : personNames} draft={draft} at={at} />
      <Texts of={asGiven(insured, insured.corporateName ?? fullName(insured))} members={[['displayName', 'Shown as']]} hint="Empty: made of the name." draft={draft} at={at} />
      <Texts of={insured} members={[['externalId', 'Key in other systems']]} draft={draft} at={at} />
      <Finder
        label="Group"
        hint="The group of companies that it belongs to, if any."
        error={at('/insuredGroup')}
        chosen={whole ?? (insured.insuredGroup ? [insured.insuredGroup] : [])}
        found={q ? groups : []}
        makes={[{ label: 'New group', party: (name) => ({ name }) }]}
        onType={setQ}
        onChange={(chosen) => draft.set({ whole: chosen.slice(-1) })}
      />
    </>
  )
}

const brokerMembers = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'E-mail address'],
  ['phone', 'Telephone'],
  ['phoneExtension', 'Extension'],
] as const

function BrokerFields({ id, draft, at }: FieldsProps) {
  const query = useQuery(BrokerToEditDocument, { id })
  const [q, setQ] = useState('')
  const brokerages = useQuery(FindBrokeragesDocument, { q: q || '-' }).data?.brokerages.nodes ?? []
  const broker = query.data?.broker
  if (!broker) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the contact" />
  const { texts, whole } = draft.value
  return (
    <>
      <Texts of={broker} members={brokerMembers} draft={draft} at={at}>
        <Field label="Line" error={at('/phoneType')}>
          <select value={texts['phoneType'] ?? broker.phoneType ?? ''} onChange={(event) => draft.set({ texts: { ...texts, phoneType: event.currentTarget.value } })}>
            <option value="">Not known</option>
            {Object.entries(phoneWords).map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      </Texts>
      <Texts
        of={asGiven(broker, fullName(broker) || broker.email)}
        members={[['displayName', 'Shown as']]}
        hint="Empty: made of the name, else of the address."
        draft={draft}
        at={at}
      />
      <Finder
        label="Brokerage"
        hint="The company that they work for, if any."
        error={at('/brokerage')}
        chosen={whole ?? (broker.brokerage ? [broker.brokerage] : [])}
        found={q ? brokerages : []}
        makes={[{ label: 'New brokerage', party: (name) => ({ name }) }]}
        onType={setQ}
        onChange={(chosen) => draft.set({ whole: chosen.slice(-1) })}
      />
    </>
  )
}

interface FullName {
  prefix?: string | null
  firstName: string | null
  middleName?: string | null
  lastName: string | null
  suffix?: string | null
}

const fullName = ({ prefix, firstName, middleName, lastName, suffix }: FullName) => [prefix, firstName, middleName, lastName, suffix].filter(Boolean).join(' ')

// asGiven has the name that is shown only where somebody gave one.
const asGiven = ({ displayName }: { displayName: string }, derived: string | null) => ({ displayName: displayName === derived ? '' : displayName })

interface TextsProps {
  of: object
  members: readonly (readonly [member: string, label: string])[]
  hint?: string
  draft: Drafted<Draft>
  at: At
  children?: ComponentChildren
}

function Texts({ of, members, hint, draft: { value, set }, at, children }: TextsProps) {
  const recorded = of as Record<string, string | null | undefined>
  return (
    <div class="fields">
      {members.map(([member, label]) => (
        <Field key={member} label={label} hint={hint} error={at(`/${member}`)}>
          <input value={value.texts[member] ?? recorded[member] ?? ''} onInput={(event) => set({ texts: { ...value.texts, [member]: event.currentTarget.value } })} />
        </Field>
      ))}
      {children}
    </div>
  )
}
