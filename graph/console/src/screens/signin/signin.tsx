import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../../lib/graphql.ts'
import { Field, Loading } from '../../lib/parts.tsx'
import { refusalOf } from '../../lib/query.ts'
import { begin, findOptions, findViewer, type Options, signedOutOf, signIn } from '../../lib/session.ts'
import { endedBecause, sessionEnded } from '../../lib/state.ts'
import { useTitle } from '../../lib/title.ts'

// SignIn is the whole page while nobody is signed in. The address stays, and is opened afterwards.
export function SignIn({ refusal }: { refusal?: Refusal }) {
  useTitle('Sign in')
  const out = signedOutOf.value
  return (
    <main class="signin">
      <h1>covertrack</h1>
      {refusal && <p class="problem">This link cannot be used any more. Links are valid for two minutes, and once. Sign in below.</p>}
      {out && (
        <p role="status">
          You are signed out here. <a href={out.address}>Sign out of {out.provider} too</a>
        </p>
      )}
      <Ways leave={(address) => location.assign(address)} />
    </main>
  )
}

// SignInAgain lies over the page when the session has ended: what was typed there stays. So a provider opens in a tab of its own.
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (!away) return undefined
    const look = () => {
      void findViewer().then(
        () => (sessionEnded.value = false),
        () => undefined,
      )
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [away])
  return (
    <dialog ref={dialog} aria-label="Sign in again" onCancel={(event) => event.preventDefault()}>
      <h2>Your session has ended</h2>
      {endedBecause.value && <p>{endedBecause.value}</p>}
      <p>Sign in again to go on. What you typed is still there.</p>
      {away && <p role="status">Sign in in the other tab, then come back to this one.</p>}
      <Ways
        leave={(address) => {
          setAway(true)
          open(address, '_blank', 'noopener')
        }}
      />
    </dialog>
  )
}

// Ways are those in which somebody may sign in here.
function Ways({ leave }: { leave: (address: string) => void }) {
  const [options, setOptions] = useState<Options>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    findOptions().then(setOptions, (reason: unknown) => setFailure(refusalOf(reason).message))
  }, [])
  if (failure) return <p class="problem">{failure}</p>
  if (!options) return <Loading />
  const hasProvider = options.addresses || options.provider !== null
  return (
    <>
      {options.refusal && (
        <p class="problem" role="alert">
          {options.refusal}
        </p>
      )}
      {hasProvider && <ProviderForm options={options} leave={leave} />}
      {options.tokens && !hasProvider && <TokenForm isFirst />}
      {options.tokens && hasProvider && (
        <details>
          <summary>Sign in with a staff token</summary>
          <TokenForm />
        </details>
      )}
      {!options.tokens && !hasProvider && <p>Nobody can sign in here yet: the operator has to add an identity provider.</p>}
    </>
  )
}

// ProviderForm leads to the provider of a work address, or to the only one there is.
function ProviderForm({ options, leave }: { options: Options; leave: (address: string) => void }) {
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const first = useRef<HTMLInputElement & HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  async function submit(event: Event) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      leave(await begin(email.trim()))
    } catch (reason) {
      const refusal = refusalOf(reason)
      setError(refusal.status === 429 ? 'Too many tries. Wait a minute, then try again.' : refusal.message)
    }
    setBusy(false)
  }
  if (!options.addresses) {
    return (
      <form onSubmit={(event) => void submit(event)}>
        <button ref={first} type="submit" class="primary" disabled={busy}>
          Sign in with {options.provider}
        </button>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
      </form>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label="Work address" hint="It leads to your company’s sign-in." error={error}>
        <input ref={first} type="email" autocomplete="email" spellcheck={false} required maxLength={254} value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
      </Field>
      <button type="submit" class="primary" disabled={busy}>
        {busy ? 'One moment…' : 'Go on'}
      </button>
    </form>
  )
}

const refusals: Record<number, string> = {
  401: 'This token is not valid: it may be mistyped, expired or revoked, or not for use from here.',
  403: 'This token opens no console. Use a token of the operator’s staff.',
  429: 'Too many tries. Wait a minute, then try again.',
}

function TokenForm({ isFirst = false }: { isFirst?: boolean }) {
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) box.current?.focus()
  }, [])
  async function submit(event: Event) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await signIn({ token: token.trim() })
    } catch (reason) {
      const refusal = refusalOf(reason)
      setError(refusals[refusal.status] ?? refusal.message)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label="Staff token" hint="It is sent once, and not kept in the browser." error={error}>
        <input ref={box} type="password" autocomplete="off" spellcheck={false} required value={token} onInput={(event) => setToken(event.currentTarget.value)} />
      </Field>
      <button type="submit" class="primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
