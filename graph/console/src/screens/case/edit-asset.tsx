import { useState } from 'preact/hooks'
import { AddAssetDocument, NewCaseChoicesDocument, UpdateAssetDocument } from '../../gql/graphql.ts'
import { Confirm, Field, Loading } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { pointed } from '../../lib/typed.ts'
import { AssetFields } from '../new-case/asset-form.tsx'
import { fieldsOf, valueOf, type AssetDraft, type AssetType, type FieldType } from '../new-case/case-draft.ts'
import { valuesOf } from './asset-draft.ts'
import type { Facts } from './facts.ts'
import { useShown } from './shown.ts'

type Asset = Facts['assets'][number]

// EditAsset changes an asset; without one it adds one to the case.
export function EditAsset({ asset }: { asset?: Asset }) {
  const { facts, changed } = useShown()
  const [draft, setDraft] = useState<AssetDraft>()
  const choices = useQuery(NewCaseChoicesDocument, {})
  const add = useWrite(AddAssetDocument)
  const update = useWrite(UpdateAssetDocument)
  const types = choices.data?.assetTypes.nodes ?? []
  const error = add.error ?? update.error
  const at = pointed(error?.violations ?? [])

  async function save(draft: AssetDraft) {
    const type = types.find(({ key }) => key === draft.type)
    if (!asset) {
      const { createAsset } = await add.write({ input: { caseId: facts.id, assetType: draft.type, fields: fieldsOf(type, draft.values) } })
      changed(`${createAsset.displayName} is added.`)
      return
    }
    await update.write({ id: asset.id, input: { fields: type ? changedFields(type, valuesOf(asset.fields), draft.values) : [] } })
    changed(`${asset.displayName} is changed.`)
  }

  const begin = () => setDraft({ type: asset ? (types.find(({ name }) => name === asset.assetType.name)?.key ?? '') : '', values: asset ? valuesOf(asset.fields) : {} })
  return (
    <>
      <button type="button" class={asset ? 'link' : ''} disabled={types.length === 0} onClick={begin} aria-label={asset ? `Edit ${asset.displayName}` : undefined}>
        {asset ? 'Edit' : 'Add an asset'}
      </button>
      {draft && (
        <Confirm
          title={asset ? `Edit ${asset.displayName}` : 'Add an asset'}
          action="Save"
          what={<p>{asset ? 'A field that you empty is cleared.' : 'Policies cover it only where they say so.'} The verdict follows at once.</p>}
          onConfirm={() => save(draft)}
          onClose={() => setDraft(undefined)}
        >
          {() => (
            <>
              {!asset && (
                <Field label="Type" error={at('/assetType')}>
                  <select value={draft.type} onChange={(event) => setDraft({ ...draft, type: event.currentTarget.value })}>
                    <option value="">Choose…</option>
                    {types.map(({ key, name }) => (
                      <option key={key} value={key}>
                        {name}
                      </option>
                    ))}
                  </select>
                </Field>
              )}
              {!choices.data && <Loading what="the fields" />}
              <Fields type={types.find(({ key }) => key === draft.type)} draft={draft} errorAt={at} onChange={setDraft} />
            </>
          )}
        </Confirm>
      )}
    </>
  )
}

function Fields({ type, draft, errorAt, onChange }: { type: AssetType | undefined; draft: AssetDraft; errorAt(pointer: string): string | undefined; onChange(draft: AssetDraft): void }) {
  if (!type) return null
  return <AssetFields type={type} fields={type.fieldTypes} draft={draft} errorAt={errorAt} onChange={onChange} />
}

// changedFields are the fields whose values differ; one that is emptied is null.
function changedFields(type: AssetType, before: AssetDraft['values'], after: AssetDraft['values']) {
  const value = (field: FieldType, values: AssetDraft['values']) => valueOf(field, values) ?? null
  return type.fieldTypes
    .filter((field) => JSON.stringify(value(field, before)) !== JSON.stringify(value(field, after)))
    .map((field) => ({ fieldType: field.key, value: value(field, after) }))
}
