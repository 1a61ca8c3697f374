import { ReinstatePolicyDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { Sentences } from './act.tsx'
import { nameOf, type Policy } from './facts.ts'
import { reinstate } from './says.ts'
import { useShown } from './shown.ts'

// ReinstatePolicy is the button and the dialog of a reinstatement.
export function ReinstatePolicy({ policy }: { policy: Policy }) {
  const { changed } = useShown()
  const ended = policy.cancellation?.effectiveDate.slice(0, 10) ?? ''
  const { write } = useWrite(ReinstatePolicyDocument)

  async function save({ value: { day } }: Drafted<{ day: string }>) {
    await write({ id: policy.id, input: { effectiveDate: day } })
    changed(`Policy ${nameOf(policy)} is reinstated.`)
  }

  return (
    <Edit
      label="Reinstate"
      title={`Reinstate policy ${nameOf(policy)}`}
      what={({ day }) => <Sentences of={reinstate(policy, day)} />}
      action="Reinstate"
      draft={`reinstate ${policy.currentVersionId} ${ended}`}
      beginning={{ day: ended }}
      save={save}
    >
      {({ value, set }, at) => (
        <Field label="Cover begins again at the beginning of" error={at('/effectiveDate')}>
          <input type="date" required min={ended} value={value.day} onInput={(event) => set({ day: event.currentTarget.value })} />
        </Field>
      )}
    </Edit>
  )
}
