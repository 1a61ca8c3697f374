import { useState } from 'preact/hooks'
import { ExpireAccountDocument, RenewAccountDocument, RevokeAccountDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { dayAndTime, isoDay } from '../../lib/format.ts'
import { ask } from '../../lib/graphql.ts'
import { useOnce, type Secret } from '../../lib/once.tsx'
import { Confirm, Field, Link, Since, Time } from '../../lib/parts.tsx'
import { useWrite, type Query } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { isUsable, mayText, sameInput, type Account, type Organization } from './account.ts'
import { AccountStatus, portfolioText } from './accounts.tsx'
import { addressOf, recordAddress } from './entries.ts'

interface Props {
  account: Account
  organizations: readonly Organization[]
  query: Query<unknown>
}

// AccountPage is one service account: what it may do, and how its token is renewed and ended.
export function AccountPage({ account, organizations, query }: Props) {
  const [done, setDone] = useState({ words: '', next: '' })
  const { place, show } = useOnce('the new token')
  const tell = async (words: string, next = '') => {
    setDone({ words, next })
    await query.reload()
  }
  return (
    <>
      <p class="crumb">
        <Link to={addressOf({ part: 'service-accounts', screen: () => null })}>Service accounts</Link>
      </p>
      <div class="head">
        <h1>{account.name}</h1>
        <AccountStatus account={account} />
        <Since query={query} />
      </div>
      <p class="done" role="status">
        {done.words} {done.next && <Link to={recordAddress('service-accounts', done.next)}>Open the new one</Link>}
      </p>
      {place}
      <section class="card" aria-label={account.name}>
        <Facts account={account} organizations={organizations} />
        {may('ADMINISTER_TOKENS') && isUsable(account) && (
          <p class="row">
            <Renew account={account} show={show} done={tell} />
            <Expire account={account} done={tell} />
            <Revoke account={account} done={tell} />
          </p>
        )}
        {!isUsable(account) && <p class="quiet">Its token has ended, which is for good. It stays in the list for 90 days.</p>}
      </section>
    </>
  )
}

function Facts({ account, organizations }: { account: Account; organizations: readonly Organization[] }) {
  return (
    <dl class="facts">
      <dt>Organization</dt>
      <dd>{organizations.find(({ id }) => id === account.organizationId)?.name}</dd>
      <dt>Portfolio</dt>
      <dd>{portfolioText(account)}</dd>
      <dt>May</dt>
      <dd>{mayText(account)}</dd>
      <dt>From</dt>
      <dd>{account.allowedAddresses.length > 0 ? account.allowedAddresses.join(', ') : 'any address'}</dd>
      <dt>Last used</dt>
      <dd>{account.lastUsedAt ? <Time value={account.lastUsedAt} /> : 'never'}</dd>
      <dt>Made</dt>
      <dd>
        <Time value={account.createdAt} />
      </dd>
      <dt>Expires</dt>
      <dd>{account.expiresAt ? <Time value={account.expiresAt} /> : 'never'}</dd>
      {account.revokedAt && (
        <>
          <dt>Revoked</dt>
          <dd>
            <Time value={account.revokedAt} />
          </dd>
        </>
      )}
    </dl>
  )
}

interface ActProps {
  account: Account
  done(words: string, next?: string): Promise<void>
}

const hours: readonly [number, string][] = [
  [1, 'one hour'],
  [24, 'a day'],
  [168, 'a week'],
]

// Renew makes another token that may do the same; the one before works on for a while, so that the program can be given the new one.
function Renew({ account, show, done }: ActProps & { show(secrets: readonly Secret[]): void }) {
  const [asking, setAsking] = useState(false)
  const [overlap, setOverlap] = useState(24)
  const run = async () => {
    const ends = Math.min(Date.now() + overlap * 3_600_000, account.expiresAt ? Date.parse(account.expiresAt) : Infinity)
    const at = new Date(ends).toISOString()
    const { createToken } = await ask(RenewAccountDocument, { input: sameInput(account), old: account.id, at }, { portfolio: portfolioOfAddress() })
    show([['Token', createToken.text]])
    await done(`A new token is made. The one before works until ${dayAndTime(at)}.`, createToken.token.id)
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Rotate the token…
      </button>
      {asking && (
        <Confirm
          title="Rotate the token"
          what={<p>A new token is made that may do the same, for as long. It is shown this once; give it to the program before the old one ends.</p>}
          action="Rotate"
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          {(errorAt) => (
            <Field label="The old token works on for" error={errorAt('at')}>
              <select value={overlap} onChange={(event) => setOverlap(Number(event.currentTarget.value))}>
                {hours.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </Field>
          )}
        </Confirm>
      )}
    </>
  )
}

function Expire({ account, done }: ActProps) {
  const [asking, setAsking] = useState(false)
  const [day, setDay] = useState(account.expiresAt?.slice(0, 10) ?? isoDay(30))
  const expire = useWrite(ExpireAccountDocument)
  const run = async () => {
    const at = `${day}T00:00:00Z`
    await expire.write({ id: account.id, at })
    await done(`The token works until ${dayAndTime(at)}.`)
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Change when it expires…
      </button>
      {asking && (
        <Confirm
          title="When the token expires"
          what={<p>The program is refused from then on. A token that has expired cannot be used again.</p>}
          action="Save"
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          {(errorAt) => (
            <Field label="Expires" hint="At the beginning of the day, in UTC." error={errorAt('at')}>
              <input type="date" required value={day} onInput={(event) => setDay(event.currentTarget.value)} />
            </Field>
          )}
        </Confirm>
      )}
    </>
  )
}

function Revoke({ account, done }: ActProps) {
  const [asking, setAsking] = useState(false)
  const revoke = useWrite(RevokeAccountDocument)
  const run = async () => {
    await revoke.write({ id: account.id })
    await done('The token is revoked.')
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Revoke…
      </button>
      {asking && (
        <Confirm
          title={`Revoke ${account.name}`}
          what={<p>The program is refused within five seconds, for good. What it has written stays.</p>}
          action="Revoke"
          danger
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
