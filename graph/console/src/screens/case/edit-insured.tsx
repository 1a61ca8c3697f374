import { useState } from 'preact/hooks'
import { InsuredToEditDocument, UpdateInsuredDocument } from '../../gql/graphql.ts'
import { Confirm, Field, Loading } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { useShown } from './shown.ts'

// EditInsured changes the name of an insured, wherever it is named.
export function EditInsured({ id, name }: { id: string; name: string }) {
  const { changed } = useShown()
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<Record<string, string>>({})
  const { write } = useWrite(UpdateInsuredDocument)
  const begin = () => {
    setDraft({})
    setOpen(true)
  }
  return (
    <>
      <button type="button" class="link" aria-label={`Rename ${name}`} onClick={begin}>
        Rename
      </button>
      {open && (
        <Confirm
          title={`Rename ${name}`}
          action="Save"
          what={<p>The insured has this name on all of its cases and policies.</p>}
          onConfirm={async () => {
            await write({ id, input: draft })
            changed('The insured is renamed.')
          }}
          onClose={() => setOpen(false)}
        >
          {(errorAt) => <NameFields id={id} draft={draft} errorAt={errorAt} onChange={(change) => setDraft({ ...draft, ...change })} />}
        </Confirm>
      )}
    </>
  )
}

interface NameFieldsProps {
  id: string
  draft: Record<string, string>
  errorAt(member: string): string | undefined
  onChange(change: Record<string, string>): void
}

function NameFields({ id, draft, errorAt, onChange }: NameFieldsProps) {
  const insured = useQuery(InsuredToEditDocument, { id }).data?.insured
  if (!insured) return <Loading what="the insured" />
  const fields = insured.type === 'corporate' ? ([['corporateName', 'Name']] as const) : ([['firstName', 'First name'], ['lastName', 'Last name']] as const)
  return (
    <>
      {fields.map(([member, label]) => (
        <Field key={member} label={label} error={errorAt(member)}>
          <input value={draft[member] ?? insured[member] ?? ''} onInput={(event) => onChange({ [member]: event.currentTarget.value })} />
        </Field>
      ))}
    </>
  )
}
