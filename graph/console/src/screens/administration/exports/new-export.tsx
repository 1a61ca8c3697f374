import { CreateExportDocument } from '../../../gql/graphql.ts'
import { isoDay } from '../../../lib/format.ts'
import { Field } from '../../../lib/parts.tsx'
import { recordAddress } from '../entries.ts'
import { Making } from './making.tsx'
import { whatOf } from './what.tsx'

// NewExport asks for an export, and opens it.
export function NewExport() {
  return (
    <Making
      title="New export"
      action="Make the export"
      beginning={{ on: '' }}
      document={CreateExportDocument}
      variables={(value) => ({ input: { ...whatOf(value), ...(value.on && { on: value.on }) } })}
      address={({ createExport }) => recordAddress('exports', createExport.id)}
    >
      {(value, set, at) => (
        <Field label="As of the end of a past day" hint="Leave it empty for now. Policies have the version of that day; most others are as today." error={at('/on')}>
          <input type="date" max={isoDay(-1)} value={value.on} onInput={(event) => set({ on: event.currentTarget.value })} />
        </Field>
      )}
    </Making>
  )
}
