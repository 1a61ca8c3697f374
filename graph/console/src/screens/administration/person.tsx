import { useState } from 'preact/hooks'
import {
  LinkPersonDocument, PersonDocument, type PersonQuery, ReactivatePersonDocument, SuspendPersonDocument, UsersToLinkDocument,
} from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { count, counted } from '../../lib/format.ts'
import { Confirm, Empty, Field, Link, Loading, Problem, Since, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { may, viewer } from '../../lib/session.ts'
import { addressOf, entries } from './entries.ts'
import { PersonStatus, providerText, rolesText } from './people.tsx'

type Person = NonNullable<PersonQuery['person']>

interface Props {
  person: Person
  done(words: string): void
}

// PersonPage is one person: who they are, and what can be done about it.
export function PersonPage({ id }: { id: string }) {
  const query = useQuery(PersonDocument, { id })
  const [words, setWords] = useState('')
  const person = query.data?.person
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the person" />
  if (!person) return <Empty>There is no such person of this lender. <Link to={addressOf(entries[0]!)}>All people</Link></Empty>
  const done = (said: string) => {
    setWords(said)
    void query.reload()
  }
  return (
    <>
      <p class="crumb">
        <Link to={addressOf(entries[0]!)}>People</Link>
      </p>
      <div class="head">
        <h1>{person.name}</h1>
        <PersonStatus state={person.state} />
        <Since query={query} />
      </div>
      <p class="done" role="status">
        {words}
      </p>
      <section class="card" aria-label={person.name}>
        <Facts person={person} />
        {may('ADMINISTER_PEOPLE') && (
          <p class="row">
            <State person={person} done={done} />
            <LinkToUser person={person} done={done} />
          </p>
        )}
      </section>
    </>
  )
}

function Facts({ person }: { person: Person }) {
  const { user, openTasks } = person
  return (
    <dl class="facts">
      <dt>E-mail address</dt>
      <dd>{person.email ?? <span class="quiet">none that the provider shows</span>}</dd>
      <dt>Roles</dt>
      <dd>{rolesText(person.roles) || 'none'}, as the provider said at the last sign-in</dd>
      <dt>Last signed in</dt>
      <dd>{person.lastSeenAt ? <Time value={person.lastSeenAt} /> : 'never'}</dd>
      <dt>First seen</dt>
      <dd>
        <Time value={person.createdAt} />
      </dd>
      <dt>Signs in with</dt>
      <dd>{providerText(person.issuer)}</dd>
      <dt>Known there as</dt>
      <dd>{person.subject}</dd>
      <dt>User of this portfolio</dt>
      <dd>{user ? user.displayName : 'none: they choose who they work as'}</dd>
      <dt>Open tasks</dt>
      <dd>
        {count(openTasks)}
        {openTasks > 0 && ', in the live and the test portfolio together'}{' '}
        {user && <Link to={href(portfolioOfAddress() ?? '', 'tasks', { assignee: user.id })}>Those of this portfolio</Link>}
      </dd>
    </dl>
  )
}

// effect says what becomes of the open tasks.
const effect = (tasks: number) =>
  tasks === 0 ? 'They have no open tasks.' : `${counted(tasks, 'open task goes', 'open tasks go')} back to nobody’s, for somebody else to take.`

function State({ person, done }: Props) {
  const [asking, setAsking] = useState(false)
  const suspend = useWrite(SuspendPersonDocument)
  const reactivate = useWrite(ReactivatePersonDocument)
  const { id, name, openTasks } = person
  if (id === viewer.value?.id) return <span class="quiet">This is you. Somebody else has to suspend you.</span>
  const suspends = person.state === 'active'
  const run = async () => {
    if (suspends) {
      await suspend.write({ id })
      done(`${name} is suspended. ${effect(openTasks)}`)
    } else {
      await reactivate.write({ id })
      done(`${name} may sign in again.`)
    }
  }
  const what = suspends
    ? `${name} is signed out everywhere within five seconds, and cannot sign in until somebody reactivates them. ${effect(openTasks)}`
    : `${name} may sign in again, with the roles that the provider names then. Tasks that went back to nobody’s stay there.`
  return (
    <>
      <button type="button" class={suspends ? 'danger' : 'primary'} onClick={() => setAsking(true)}>
        {suspends ? 'Suspend…' : 'Reactivate…'}
      </button>
      {asking && (
        <Confirm
          title={suspends ? `Suspend ${name}` : `Reactivate ${name}`}
          what={<p>{what}</p>}
          action={suspends ? 'Suspend' : 'Reactivate'}
          danger={suspends}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function LinkToUser({ person, done }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {person.user ? 'Link to another user…' : 'Link to a user…'}
      </button>
      {asking && <Linking person={person} done={done} onClose={() => setAsking(false)} />}
    </>
  )
}

function Linking({ person, done, onClose }: Props & { onClose(): void }) {
  const query = useQuery(UsersToLinkDocument, {})
  const link = useWrite(LinkPersonDocument)
  const before = person.user?.id ?? ''
  const [chosen, setChosen] = useState(before)
  const free = query.data?.users.nodes.filter(({ personId }) => personId === null || personId === person.id) ?? []
  const run = async () => {
    if (chosen === before) return
    const from = before || chosen
    await link.write({ person: person.id, from, to: chosen || from, unlinks: before !== '', links: chosen !== '' })
    const name = free.find(({ id }) => id === chosen)?.displayName
    done(name ? `${person.name} is ${name} in this portfolio.` : `${person.name} is no user of this portfolio any more.`)
  }
  const what = <p>Tasks that are assigned to the user are then theirs without choosing, and who did something is known by one name.</p>
  return (
    <Confirm title={`Which user is ${person.name}?`} what={what} action="Save" onConfirm={run} onClose={onClose}>
      {(errorAt) => (
        <>
          {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
          <Field label="User of this portfolio" hint="Users that are linked to somebody else are left out." error={errorAt('person') ?? errorAt('id')}>
            <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">Nobody</option>
              {free.map(({ id, displayName, email }) => (
                <option key={id} value={id}>
                  {displayName}
                  {email && email !== displayName && `, ${email}`}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
    </Confirm>
  )
}
