import { useState } from 'preact/hooks'
import type { SandboxOrigin } from '../../../gql/enums.ts'
import { CreateSandboxDocument } from '../../../gql/graphql.ts'
import { portfolioOfAddress } from '../../../lib/address.ts'
import { ask, type Refusal } from '../../../lib/graphql.ts'
import { useOnce } from '../../../lib/once.tsx'
import { Field, Link } from '../../../lib/parts.tsx'
import { refusalOf } from '../../../lib/query.ts'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { addressOf, recordAddress } from '../entries.ts'
import { originWords } from './words.ts'

export const listAddress = () => addressOf({ part: 'sandboxes', screen: () => null })

// NewSandbox makes a sandbox, and shows its token this once.
export function NewSandbox() {
  const [value, setValue] = useState({ name: '', from: 'demo' as SandboxOrigin, day: '' })
  const [state, setState] = useState<{ busy: boolean; refusal?: Refusal; made?: string }>({ busy: false })
  const { place, show } = useOnce('the token')
  const at = pointed(state.refusal?.violations ?? [])
  const set = (change: Partial<typeof value>) => setValue((old) => ({ ...old, ...change }))
  async function save(event: Event) {
    event.preventDefault()
    setState({ busy: true })
    const input = { name: value.name.trim(), from: value.from, ...(value.day && { now: `${value.day}T12:00:00Z` }) }
    try {
      const { createSandbox } = await ask(CreateSandboxDocument, { input }, { portfolio: portfolioOfAddress() })
      show([['Token', createSandbox.token!]])
      setState({ busy: false, made: createSandbox.id })
    } catch (error) {
      setState({ busy: false, refusal: refusalOf(error) })
    }
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Sandboxes</Link>
      </p>
      <div class="head">
        <h1>New sandbox</h1>
      </div>
      {place}
      {state.made ? (
        <p class="done" role="status">
          The sandbox is made. The token is for programs; here you need none. <Link to={recordAddress('sandboxes', state.made)}>Open the sandbox</Link>
        </p>
      ) : (
        <form class="card form narrow" onSubmit={(event) => void save(event)} noValidate>
          <Field label="Name" hint="What it is for." error={at('/name')}>
            <input value={value.name} onInput={(event) => set({ name: event.currentTarget.value })} />
          </Field>
          <fieldset class="choices">
            <legend>Begins with</legend>
            {(['demo', 'empty', 'copy'] as const).map((from) => (
              <label key={from} class="check">
                <input type="radio" name="from" checked={value.from === from} onChange={() => set({ from })} /> {originWords[from]}
              </label>
            ))}
          </fieldset>
          <Field label="Day on its clock" hint="Leave it empty for today." error={at('/now')}>
            <input type="date" value={value.day} onInput={(event) => set({ day: event.currentTarget.value })} />
          </Field>
          {state.refusal && <Refused refusal={state.refusal} at={at} />}
          <p class="row">
            <button type="submit" class="primary" disabled={state.busy}>
              {state.busy ? 'Making…' : 'Make the sandbox'}
            </button>
            <Link to={listAddress()}>Back</Link>
          </p>
        </form>
      )}
    </>
  )
}
