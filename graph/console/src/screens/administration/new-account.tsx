import { useState } from 'preact/hooks'
import type { Role } from '../../gql/enums.ts'
import { CreateAccountDocument, type CreateTokenInput } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import { isoDay } from '../../lib/format.ts'
import { ask, type Refusal } from '../../lib/graphql.ts'
import { useOnce, type Secret } from '../../lib/once.tsx'
import { Field, Link, Problem } from '../../lib/parts.tsx'
import { refusalOf } from '../../lib/query.ts'
import { roleWords } from '../../lib/words.ts'
import { pointed } from '../../lib/typed.ts'
import { Refused } from '../new-case/refused.tsx'
import { Restored } from '../../lib/restored.tsx'
import type { Organization } from './account.ts'
import { addressOf } from './entries.ts'

const part = { part: 'service-accounts', screen: () => null }
const roles: readonly Role[] = ['viewer', 'analyst', 'approver', 'admin']

const empty = { name: '', organization: '', live: false, test: true, role: '', reads: false, expires: '', never: false, addresses: '' }

type Typed = typeof empty

function inputOf(typed: Typed, organization: string, mode: 'live' | 'test'): CreateTokenInput {
  const addresses = typed.addresses.split(/[\s,]+/).filter(Boolean)
  return {
    name: typed.name.trim(), organization, mode, scope: typed.reads ? 'read' : 'full', accountRole: (typed.role || null) as Role | null, allowedAddresses: addresses,
    ...(typed.never ? { neverExpires: true } : typed.expires !== '' && { expiresAt: `${typed.expires}T00:00:00Z` }),
  }
}

// NewAccount makes a service account, with a token for each portfolio that is chosen.
export function NewAccount({ organizations, done }: { organizations: readonly Organization[]; done(): Promise<void> }) {
  const draft = useDraft('service account', empty)
  const [state, setState] = useState<{ busy: boolean; refusal?: Refusal }>({ busy: false })
  const { place, show } = useOnce('the token')
  const typed = draft.value
  const organization = organizations.find(({ id }) => id === typed.organization)?.id ?? organizations[0]?.id ?? ''
  const at = pointed((state.refusal?.violations ?? []).map((one) => ({ ...one, pointer: one.pointer.replace(/^\/variables\/(live|test)/, '') })))
  async function save(event: Event) {
    event.preventDefault()
    setState({ busy: true })
    const variables = { live: inputOf(typed, organization, 'live'), test: inputOf(typed, organization, 'test'), isLive: typed.live, isTest: typed.test }
    try {
      const { live, test } = await ask(CreateAccountDocument, variables, { portfolio: portfolioOfAddress() })
      show([...(live ? [['Token for the live portfolio', live.text] as Secret] : []), ...(test ? [['Token for the test portfolio', test.text] as Secret] : [])])
      draft.clear()
      setState({ busy: false })
      await done()
    } catch (error) {
      setState({ busy: false, refusal: refusalOf(error) })
    }
  }
  return (
    <>
      <p class="crumb">
        <Link to={addressOf(part)}>Service accounts</Link>
      </p>
      <div class="head">
        <h1>New service account</h1>
      </div>
      {place}
      <form class="card form narrow" onSubmit={(event) => void save(event)} noValidate>
        <Restored draft={draft} what="the service account" />
        <Who draft={draft} organizations={organizations} at={at} />
        <What draft={draft} at={at} />
        <Until draft={draft} at={at} />
        {state.refusal && <Refused refusal={state.refusal} at={at} />}
        {!typed.live && !typed.test && <Problem refusal={noPortfolio} />}
        <p class="row">
          <button type="submit" class="primary" disabled={state.busy || (!typed.live && !typed.test)}>
            {state.busy ? 'Making…' : 'Make the service account'}
          </button>
          <Link to={addressOf(part)}>Back</Link>
        </p>
      </form>
    </>
  )
}

const noPortfolio = refusalOf(undefined)
noPortfolio.message = 'Choose a portfolio: a token opens one of them.'

interface PartProps {
  draft: { value: Typed; set(change: Partial<Typed>): void }
  at: ReturnType<typeof pointed>
}

function Who({ draft: { value, set }, organizations, at }: PartProps & { organizations: readonly Organization[] }) {
  return (
    <>
      <Field label="Name" hint="What the program is, or who runs it." error={at('/name')}>
        <input value={value.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </Field>
      {organizations.length > 1 && (
        <Field label="Organization" error={at('/organization')}>
          <select value={value.organization} onChange={(event) => set({ organization: event.currentTarget.value })}>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <fieldset class="choices">
        <legend>Portfolios</legend>
        <label class="check">
          <input type="checkbox" checked={value.test} onChange={(event) => set({ test: event.currentTarget.checked })} /> Test
        </label>
        <label class="check">
          <input type="checkbox" checked={value.live} onChange={(event) => set({ live: event.currentTarget.checked })} /> Live
        </label>
        <p class="hint">Each has a token of its own.</p>
      </fieldset>
    </>
  )
}

function What({ draft: { value, set }, at }: PartProps) {
  return (
    <>
      <Field label="Role" hint="“Roles” says what each may do." error={at('/accountRole')}>
        <select value={value.role} onChange={(event) => set({ role: event.currentTarget.value })}>
          <option value="">Everything but people and tokens</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleWords[role]}
            </option>
          ))}
        </select>
      </Field>
      <fieldset class="choices">
        <legend class="hidden">Reading</legend>
        <label class="check">
          <input type="checkbox" checked={value.reads} onChange={(event) => set({ reads: event.currentTarget.checked })} /> It only reads, whatever its role
        </label>
      </fieldset>
    </>
  )
}

function Until({ draft: { value, set }, at }: PartProps) {
  return (
    <>
      <Field label="Expires" hint="At the beginning of the day, in UTC. Without a day: in a year." error={at('/expiresAt') ?? at('/neverExpires')}>
        <input type="date" value={value.expires} min={isoDay(1)} disabled={value.never} onInput={(event) => set({ expires: event.currentTarget.value })} />
      </Field>
      <fieldset class="choices">
        <legend class="hidden">Never</legend>
        <label class="check">
          <input type="checkbox" checked={value.never} onChange={(event) => set({ never: event.currentTarget.checked })} /> It never expires
        </label>
      </fieldset>
      <Field label="Only from these addresses" hint="IPv4 or IPv6, alone or as a network such as 203.0.113.0/24. Without any: from everywhere." error={at('/allowedAddresses')}>
        <textarea rows={2} value={value.addresses} onInput={(event) => set({ addresses: event.currentTarget.value })} />
      </Field>
    </>
  )
}
