import { CancelPolicyDocument, type CancellationReason } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { isoDay, present } from '../../lib/format.ts'
import { Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { cancellationWords } from '../../lib/words.ts'
import { Sentences } from './act.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { nameOf, type Policy } from './facts.ts'
import { cancel } from './says.ts'
import { useShown } from './shown.ts'

const reasons = Object.entries(cancellationWords) as [CancellationReason, string][]

interface Draft {
  day: string
  reason: CancellationReason
  document: string
}

// CancelPolicy is the button and the dialog of a cancellation.
export function CancelPolicy({ policy }: { policy: Policy }) {
  const { facts, notices, demands, changed } = useShown()
  const { write } = useWrite(CancelPolicyDocument)
  const around = { tasks: facts.tasks, notices, now: present().toISOString() }

  async function save({ value: { day, reason, document } }: Drafted<Draft>) {
    await write({ id: policy.id, input: { effectiveDate: day, reason, ...(document && { document }) } })
    changed(`The cancellation of policy ${nameOf(policy)} is recorded.`)
  }

  return (
    <Edit<Draft>
      label="Cancel"
      title={`Cancel policy ${nameOf(policy)}`}
      what={({ day }) => <Sentences of={cancel(policy, around, demands, day)} />}
      action="Record the cancellation"
      danger
      draft={`cancel ${policy.currentVersionId}`}
      beginning={{ day: isoDay(), reason: 'nonPayment', document: '' }}
      save={save}
    >
      {({ value, set }, at) => (
        <>
          <Field label="Cover ends at the beginning of" error={at('/effectiveDate')}>
            <input type="date" required value={value.day} onInput={(event) => set({ day: event.currentTarget.value })} />
          </Field>
          <Field label="Why it was cancelled" error={at('/reason')}>
            <select value={value.reason} onChange={(event) => set({ reason: event.currentTarget.value as CancellationReason })}>
              {reasons.map(([reason, label]) => (
                <option key={reason} value={reason}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <DocumentChoice label="Document that shows it" value={value.document} onChange={(document) => set({ document })} error={at('/document')} />
        </>
      )}
    </Edit>
  )
}
