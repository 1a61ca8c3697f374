import { useState } from 'preact/hooks'
import { CloseCaseDocument, HoldCaseDocument, ReleaseCaseDocument, ReopenCaseDocument, type CaseCloseReason } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { isoDay, present } from '../../lib/format.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import { closeReasonWords } from '../../lib/words.ts'
import { Act, Sentences } from './act.tsx'
import { closeCase, holdCase, releaseCase, reopenCase } from './says.ts'
import { useShown } from './shown.ts'

// CaseActions are what can be done with the case as it stands.
export function CaseActions() {
  const { facts } = useShown()
  if (facts.status === 'closed') return <Reopen />
  return (
    <>
      {facts.status === 'onHold' ? <Release /> : <Hold />}
      <Close />
    </>
  )
}

function useAround() {
  const { facts, notices } = useShown()
  return { tasks: facts.tasks, notices, now: present().toISOString() }
}

function Hold() {
  const { facts, changed } = useShown()
  const { write } = useWrite(HoldCaseDocument)
  return (
    <Act
      label="Put on hold"
      title="Put the case on hold"
      what={holdCase(facts, useAround())}
      action="Put on hold"
      run={() => write({ id: facts.id })}
      done={() => changed('The case is on hold.')}
    />
  )
}

function Release() {
  const { facts, changed } = useShown()
  const [open, setOpen] = useState(false)
  const [policies, setPolicies] = useState(false)
  const { write } = useWrite(ReleaseCaseDocument)
  async function run() {
    await write({ id: facts.id, input: { policies } })
    changed('The case is released from hold.')
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Release from hold
      </button>
      {open && (
        <Confirm
          title="Release the case from hold"
          what={<Sentences of={releaseCase(facts, policies)} />}
          action="Release"
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          {() => (
            <label class="check">
              <input type="checkbox" checked={policies} onChange={() => setPolicies(!policies)} /> Release its policies too
            </label>
          )}
        </Confirm>
      )}
    </>
  )
}

const reasons = Object.entries(closeReasonWords) as [CaseCloseReason, string][]

interface Closing {
  reason: CaseCloseReason
  on: string
  note: string
}

function Close() {
  const { facts, changed } = useShown()
  const around = useAround()
  const { write } = useWrite(CloseCaseDocument)
  async function save({ value: { reason, on, note } }: Drafted<Closing>) {
    await write({ id: facts.id, input: { reason, on, ...(note.trim() && { note: note.trim() }) } })
    changed('The case is closed.')
  }
  return (
    <Edit<Closing>
      label="Close…"
      title="Close the case"
      what={() => <Sentences of={closeCase(facts, around)} />}
      action="Close the case"
      danger
      draft={`close ${facts.id}`}
      beginning={{ reason: 'paidOff', on: isoDay(), note: '' }}
      save={save}
    >
      {({ value, set }, at) => (
        <>
          <Field label="Why" error={at('/reason')}>
            <select value={value.reason} onChange={(event) => set({ reason: event.currentTarget.value as CaseCloseReason })}>
              {reasons.map(([reason, label]) => (
                <option key={reason} value={reason}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Field label="As of" error={at('/on')}>
            <input type="date" required value={value.on} onInput={(event) => set({ on: event.currentTarget.value })} />
          </Field>
          <Field label="Note (optional)" error={at('/note')}>
            <textarea rows={2} maxLength={4000} value={value.note} onInput={(event) => set({ note: event.currentTarget.value })} />
          </Field>
        </>
      )}
    </Edit>
  )
}

function Reopen() {
  const { facts, changed } = useShown()
  const { write } = useWrite(ReopenCaseDocument)
  return (
    <Act
      label="Reopen"
      title="Reopen the case"
      what={reopenCase(facts)}
      action="Reopen"
      run={() => write({ id: facts.id })}
      done={() => changed('The case is open again.')}
    />
  )
}
