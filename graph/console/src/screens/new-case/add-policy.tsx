import { useState } from 'preact/hooks'
import { AddDocumentDocument, AddPolicyDocument, PolicyChoicesDocument, type CaseToInsureQuery, type PolicyChoicesQuery } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { useDraft } from '../../lib/draft.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Link, Loading, Problem } from '../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../lib/query.ts'
import { useUpload } from '../case/use-upload.ts'
import { Drop } from './drop.tsx'
import { emptyPolicy, inputOf, newRow, type Known, type PolicyDraft } from './policy-draft.ts'
import { PolicyForm } from './policy-form.tsx'
import { Restored } from '../../lib/restored.tsx'
import { VerdictBeside } from './verdict-beside.tsx'

export type CaseFacts = NonNullable<CaseToInsureQuery['case']>

interface AddPolicyProps {
  facts: CaseFacts
  reload(): Promise<void>
}

// AddPolicy is a policy of the case as its document says it, and what the verdict would be with it.
export function AddPolicy({ facts, reload }: AddPolicyProps) {
  const choices = useQuery(PolicyChoicesDocument, {})
  if (!choices.data) return choices.error ? <Problem refusal={choices.error} retry={() => void choices.reload()} /> : <Loading what="what to choose from" />
  return <Filling facts={facts} choices={choices.data} reload={reload} />
}

// beginning offers a row for each coverage that the lender requires; what is not filled in is not sent.
function beginning(facts: CaseFacts): PolicyDraft {
  const required = [...new Set(facts.riskProfile?.requirements.map(({ coverageType }) => coverageType) ?? [''])]
  return { ...emptyPolicy, rows: required.map((id) => newRow(id)), product: facts.program?.productTypes.length === 1 ? facts.program.productTypes[0]!.key : '' }
}

function Filling({ facts, choices, reload }: AddPolicyProps & { choices: PolicyChoicesQuery }) {
  const draft = useDraft(`policy ${facts.id}`, beginning(facts))
  const add = useWrite(AddPolicyDocument)
  const file = useWrite(AddDocumentDocument)
  const upload = useUpload()
  const [files, setFiles] = useState<File[]>([])
  const [done, setDone] = useState<{ message: string; policy?: string }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const known: Known = { coverages: choices.coverageTypes.nodes, assets: facts.assets, isFramework: facts.riskProfile !== null }
  const input = { caseId: facts.id, ...inputOf(draft.value, known) }

  async function evidences(policy: string) {
    for (const each of files) {
      const directUploadKey = await upload.send(each)
      await file.write({
        input: { docs: [{ caseId: facts.id, fileName: each.name, directUploadKey, categoryId: draft.value.category, evidences: [{ policy }] }] },
      })
      setFiles((left) => left.filter((one) => one !== each))
    }
  }

  async function save() {
    setRefusal(undefined)
    setDone(undefined)
    try {
      const { createPolicy: made } = await add.write({ input })
      const name = made.policyNumber ?? made.displayName
      draft.clear()
      setDone({ message: `Policy ${name} is recorded.`, policy: made.id })
      await reload()
      try {
        await evidences(made.id)
      } catch (error) {
        setDone({ message: `Policy ${name} is recorded, but not all of its documents: ${refusalOf(error).message} Add them on the case.`, policy: made.id })
      }
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }

  return (
    <div class="columns beside">
      <PolicyForm
        draft={draft}
        known={known}
        choices={choices}
        facts={facts}
        refusal={refusal}
        busy={add.busy || file.busy}
        action="Save the policy"
        onSave={save}
        first={<Restored draft={draft} what="this policy" />}
        last={<Drop files={files} category={draft.value.category} categories={choices.documentCategories.nodes} share={upload.share} onFiles={setFiles} onCategory={(category) => draft.set({ category })} />}
      />
      <aside class="stack">
        <p class="done" role="status">
          {done && (
            <>
              {done.message} <Link to={href(portfolioOfAddress() ?? '', 'cases', facts.id)}>Open the case</Link>
            </>
          )}
        </p>
        <VerdictBeside input={{ create: input, ...(files.length > 0 && { documents: [draft.value.category] }) }} ready={ready(draft.value, known)} />
      </aside>
    </div>
  )
}

// ready reports whether enough is typed to be judged.
const ready = (draft: PolicyDraft, known: Known) => (known.isFramework ? draft.rows.some((row) => row.amount || row.actualLoss || row.months) : draft.product !== '')
