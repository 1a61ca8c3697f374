import { useEffect, useRef, useState } from 'preact/hooks'
import type { Refusal } from '../../lib/graphql.ts'
import { Field } from '../../lib/parts.tsx'
import { refusalOf } from '../../lib/query.ts'
import { signIn } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'

// SignIn is the whole page while nobody is signed in. The address stays, and is opened afterwards.
export function SignIn({ refusal }: { refusal?: Refusal }) {
  useTitle('Sign in')
  return (
    <main class="signin">
      <h1>covertrack</h1>
      {refusal && <p class="problem">This link cannot be used any more. Links are valid for two minutes, and once. Sign in with a token.</p>}
      <TokenForm />
    </main>
  )
}

// SignInAgain lies over the page when the session has ended: what was typed there stays.
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label="Sign in again" onCancel={(event) => event.preventDefault()}>
      <h2>Your session has ended</h2>
      <p>Sign in again to go on. What you typed is still there.</p>
      <TokenForm />
    </dialog>
  )
}

const refusals: Record<number, string> = {
  401: 'This token is not valid: it may be mistyped, expired or revoked, or not for use from here.',
  403: 'This token opens no console. Use a token of the operator’s staff.',
  429: 'Too many tries. Wait a minute, then try again.',
}

function TokenForm() {
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
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
