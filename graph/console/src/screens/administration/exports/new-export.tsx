import { useState } from 'preact/hooks'
import { CreateExportDocument } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { isoDay } from '../../../lib/format.ts'
import { Field, Link } from '../../../lib/parts.tsx'
import { useWrite } from '../../../lib/query.ts'
import { pointed } from '../../../lib/typed.ts'
import { Refused } from '../../new-case/refused.tsx'
import { recordAddress } from '../entries.ts'
import { listAddress } from './export.tsx'
import { everything, WhatFields, whatOf } from './what.tsx'

// NewExport asks for an export, and opens it.
export function NewExport() {
  const [value, setValue] = useState({ ...everything, on: '' })
  const create = useWrite(CreateExportDocument)
  const at = pointed(create.error?.violations ?? [])
  const set = (change: Partial<typeof value>) => setValue((old) => ({ ...old, ...change }))
  async function submit(event: Event) {
    event.preventDefault()
    try {
      const { createExport } = await create.write({ input: { ...whatOf(value), ...(value.on && { on: value.on }) } })
      go(recordAddress('exports', createExport.id))
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
        <h1>New export</h1>
      </div>
      <form class="card form narrow" onSubmit={(event) => void submit(event)} noValidate>
        <WhatFields value={value} set={set} at={at} />
        <Field label="As of the end of a past day" hint="Leave it empty for now. Policies have the version of that day; most others are as today." error={at('/on')}>
          <input type="date" max={isoDay(-1)} value={value.on} onInput={(event) => set({ on: event.currentTarget.value })} />
        </Field>
        {create.error && <Refused refusal={create.error} at={at} />}
        <p class="row">
          <button type="submit" class="primary" disabled={create.busy}>
            {create.busy ? 'Asking…' : 'Make the export'}
          </button>
          <Link to={listAddress()}>Back</Link>
        </p>
      </form>
    </>
  )
}
