import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { TypedDocumentString } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { Link } from '../../../lib/parts.tsx'
import { useWrite } from '../../../lib/query.ts'
import { pointed, type At } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { listAddress } from './export.tsx'
import { everything, WhatFields, type What } from './what.tsx'

interface MakingProps<T, R, V> {
  title: string
  action: string
  // What is asked besides what is taken out, and how it begins.
  beginning: T
  children(value: T, set: (change: Partial<T>) => void, at: At): ComponentChildren
  document: TypedDocumentString<R, V>
  variables(value: T & What): V
  // Where what was made is seen.
  address(made: R): string
}

// Making is the form of something that takes records out; what was made of it opens.
export function Making<T extends object, R, V>({ title, action, beginning, children, document, variables, address }: MakingProps<T, R, V>) {
  const [value, setValue] = useState<T & What>({ ...everything, ...beginning })
  const create = useWrite(document)
  const at = pointed(create.error?.violations ?? [])
  const set = (change: Partial<T & What>) => setValue((old) => ({ ...old, ...change }))
  async function submit(event: Event) {
    event.preventDefault()
    try {
      go(address(await create.write(variables(value))))
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Exports</Link>
      </p>
      <div class="head">
        <h1>{title}</h1>
      </div>
      <form class="card form narrow" onSubmit={(event) => void submit(event)} noValidate>
        <WhatFields value={value} set={(change) => set(change as Partial<T & What>)} at={at} />
        {children(value, (change) => set(change as Partial<T & What>), at)}
        {create.error && <Refused refusal={create.error} at={at} />}
        <p class="row">
          <button type="submit" class="primary" disabled={create.busy}>
            {create.busy ? 'Working…' : action}
          </button>
          <Link to={listAddress()}>Back</Link>
        </p>
      </form>
    </>
  )
}
