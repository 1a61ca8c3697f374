import { useState } from 'preact/hooks'
import { ReinstatePolicyDocument } from '../../gql/graphql.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { Sentences } from './act.tsx'
import { nameOf, type Policy } from './facts.ts'
import { reinstate } from './says.ts'
import { useShown } from './shown.ts'

// ReinstatePolicy is the button and the dialog of a reinstatement.
export function ReinstatePolicy({ policy }: { policy: Policy }) {
  const { changed } = useShown()
  const ended = policy.cancellation?.effectiveDate.slice(0, 10) ?? ''
  const [open, setOpen] = useState(false)
  const [day, setDay] = useState(ended)
  const { write } = useWrite(ReinstatePolicyDocument)

  async function run() {
    await write({ id: policy.id, input: { effectiveDate: day } })
    changed(`Policy ${nameOf(policy)} is reinstated.`)
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Reinstate
      </button>
      {open && (
        <Confirm
          title={`Reinstate policy ${nameOf(policy)}`}
          what={<Sentences of={reinstate(policy, day)} />}
          action="Reinstate"
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          {(errorAt) => (
            <Field label="Cover begins again at the beginning of" error={errorAt('effectiveDate')}>
              <input type="date" required min={ended} value={day} onInput={(event) => setDay(event.currentTarget.value)} />
            </Field>
          )}
        </Confirm>
      )}
    </>
  )
}
