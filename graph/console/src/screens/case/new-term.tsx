import { PolicyVersionDocument, StartTermDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { isoDay, present } from '../../lib/format.ts'
import { namesOf } from '../../lib/limits.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import type { At } from '../../lib/typed.ts'
import { AsBefore } from '../policy/as-before.tsx'
import { carriedOf } from '../policy/says.ts'
import { Sentences } from './act.tsx'
import { nameOf, type Policy } from './facts.ts'
import { LimitFields } from './limit-fields.tsx'
import { newTerm } from './says.ts'
import { useShown } from './shown.ts'
import { confirmedBy, draftOf, inputOf, namedBy, type Draft } from './term.ts'

// NewTerm is the button and the dialog of a policy's next term.
export function NewTerm({ policy }: { policy: Policy }) {
  const { facts, notices, changed } = useShown()
  const { write } = useWrite(StartTermDocument)
  const around = { tasks: facts.tasks, notices, now: present().toISOString() }

  async function save({ value: draft }: Drafted<Draft>) {
    await write({ id: policy.id, input: inputOf(policy, draft), ...confirmedBy(policy, draft) })
    changed(`Term ${policy.termNumber + 1} of policy ${nameOf(policy)} is recorded.`)
  }

  return (
    <Edit
      label="New term"
      title={`New term of policy ${nameOf(policy)}`}
      what={(draft) => <Sentences of={newTerm(policy, around, draft.startDate, draft.endDate)} />}
      action="Record the term"
      draft={`term after ${policy.currentVersionId}`}
      beginning={draftOf(policy, isoDay())}
      save={save}
    >
      {({ value, set }, at) => <TermFields policy={policy} draft={value} at={at} onChange={set} />}
    </Edit>
  )
}

interface TermFieldsProps {
  policy: Policy
  draft: Draft
  at: At
  onChange(change: Partial<Draft>): void
}

function TermFields({ policy, draft, at, onChange }: TermFieldsProps) {
  const { facts } = useShown()
  const query = useQuery(PolicyVersionDocument, { id: policy.currentVersionId })
  const version = query.data?.policyVersion
  const assetOf = (id: string) => facts.assets.find((asset) => asset.id === id)?.displayName
  return (
    <>
      <Field label="Starts on" error={at('/startDate')}>
        <input type="date" required value={draft.startDate} onInput={(event) => onChange({ startDate: event.currentTarget.value })} />
      </Field>
      <Field label="Ends on" error={at('/endDate')}>
        <input type="date" required value={draft.endDate} onInput={(event) => onChange({ endDate: event.currentTarget.value })} />
      </Field>
      <Field label="Policy number" error={at('/policyNumber')}>
        <input value={draft.policyNumber} onInput={(event) => onChange({ policyNumber: event.currentTarget.value })} />
      </Field>
      <LimitFields
        rows={policy.limits}
        names={namesOf(version ?? policy, assetOf)}
        values={draft.limits}
        at={at}
        onChange={(limits) => onChange({ limits })}
      />
      <Field label={`Deductible${policy.deductible ? `, ${policy.deductible.currency}` : ''}`} error={at('/deductible')}>
        <input inputMode="decimal" value={draft.deductible} onInput={(event) => onChange({ deductible: event.currentTarget.value })} />
      </Field>
      <Field label={`Premium${policy.premium ? `, ${policy.premium.currency}` : ''}`} error={at('/premium')}>
        <input inputMode="decimal" value={draft.premium} onInput={(event) => onChange({ premium: event.currentTarget.value })} />
      </Field>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!version && query.loading && <Loading what="the policy’s terms" />}
      {version && (
        <AsBefore
          lines={carriedOf(version, assetOf)}
          named={namedBy(inputOf(policy, draft))}
          chosen={draft.confirmed}
          onChange={(confirmed) => onChange({ confirmed })}
        />
      )}
    </>
  )
}
