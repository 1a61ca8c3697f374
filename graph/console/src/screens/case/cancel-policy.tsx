import { useState } from 'preact/hooks'
import { CancelPolicyDocument, type CancellationReason } from '../../gql/graphql.ts'
import { isoDay } from '../../lib/format.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { cancellationWords } from '../../lib/words.ts'
import { Sentences } from './act.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { nameOf, type Policy } from './facts.ts'
import { cancel } from './says.ts'
import { useShown } from './shown.ts'

const reasons = Object.entries(cancellationWords) as [CancellationReason, string][]

// CancelPolicy is the button and the dialog of a cancellation.
export function CancelPolicy({ policy }: { policy: Policy }) {
  const { facts, notices, demands, changed } = useShown()
  const [open, setOpen] = useState(false)
  const [day, setDay] = useState(isoDay())
  const [reason, setReason] = useState<CancellationReason>('nonPayment')
  const [document, setDocument] = useState('')
  const { write } = useWrite(CancelPolicyDocument)
  const around = { tasks: facts.tasks, notices, now: new Date().toISOString() }

  async function run() {
    await write({ id: policy.id, input: { effectiveDate: day, reason, ...(document && { document }) } })
    changed(`The cancellation of policy ${nameOf(policy)} is recorded.`)
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Cancel
      </button>
      {open && (
        <Confirm
          title={`Cancel policy ${nameOf(policy)}`}
          what={<Sentences of={cancel(policy, around, demands, day)} />}
          action="Record the cancellation"
          danger
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          {(errorAt) => (
            <>
              <Field label="Cover ends at the beginning of" error={errorAt('effectiveDate')}>
                <input type="date" required value={day} onInput={(event) => setDay(event.currentTarget.value)} />
              </Field>
              <Field label="Why it was cancelled" error={errorAt('reason')}>
                <select value={reason} onChange={(event) => setReason(event.currentTarget.value as CancellationReason)}>
                  {reasons.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </Field>
              <DocumentChoice label="Document that shows it" value={document} onChange={setDocument} error={errorAt('document')} />
            </>
          )}
        </Confirm>
      )}
    </>
  )
}
