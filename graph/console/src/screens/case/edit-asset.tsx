import { AddAssetDocument, UpdateAssetDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field } from '../../lib/parts.tsx'
import { useWrite } from '../../lib/query.ts'
import type { At } from '../../lib/typed.ts'
import { AssetFields } from '../new-case/asset-form.tsx'
import { fieldsOf, type AssetDraft, type AssetType } from '../new-case/case-draft.ts'
import { changedFields, typedValues, valuesOf } from './asset-draft.ts'
import type { Facts } from './facts.ts'
import { useShown } from './shown.ts'

type Asset = Facts['assets'][number]

interface Draft {
  // The key of its type.
  type: string
  externalId: string
  // Those that were typed.
  values: AssetDraft['values']
  documents: string[]
}

const same = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()

// EditAsset changes an asset; without one it adds one to the case.
export function EditAsset({ asset, types }: { asset?: Asset; types: readonly AssetType[] }) {
  const { facts, changed } = useShown()
  const add = useWrite(AddAssetDocument)
  const update = useWrite(UpdateAssetDocument)
  const recorded = asset?.documents.map(({ id }) => id) ?? []

  async function save({ value: { type: key, externalId, values, documents } }: Drafted<Draft>) {
    const type = types.find((one) => one.key === key)
    const more = {
      ...(!same(documents, recorded) && { documents }),
      ...(externalId !== (asset?.externalId ?? '') && { externalId: externalId || null }),
    }
    if (!asset) {
      const { createAsset } = await add.write({ input: { caseId: facts.id, assetType: key, fields: fieldsOf(type, values), ...more } })
      changed(`${createAsset.displayName} is added.`)
      return
    }
    await update.write({ id: asset.id, input: { fields: changedFields(type, valuesOf(asset.fields), values), ...more } })
    changed(`${asset.displayName} is changed.`)
  }

  return (
    <Edit
      label={asset ? 'Edit' : 'Add an asset'}
      name={asset && `Edit ${asset.displayName}`}
      link={asset !== undefined}
      title={asset ? `Edit ${asset.displayName}` : 'Add an asset'}
      what={() => <p>{asset ? 'A field that you empty is cleared.' : 'Policies cover it only where they say so.'} The verdict follows at once.</p>}
      draft={asset ? `edit asset ${asset.id}` : `new asset ${facts.id}`}
      beginning={{ type: asset?.assetType.key ?? '', externalId: asset?.externalId ?? '', values: {}, documents: recorded }}
      save={save}
    >
      {(draft, at) => <Fields types={types} before={asset} draft={draft} at={at} />}
    </Edit>
  )
}

interface FieldsProps {
  types: readonly AssetType[]
  before: Asset | undefined
  draft: Drafted<Draft>
  at: At
}

function Fields({ types, before, draft: { value, set }, at }: FieldsProps) {
  const { facts } = useShown()
  const type = types.find(({ key }) => key === value.type)
  const recorded = before ? valuesOf(before.fields) : {}
  const sent = before ? changedFields(type, recorded, value.values) : fieldsOf(type, value.values)
  const toggle = (id: string) => set({ documents: value.documents.includes(id) ? value.documents.filter((one) => one !== id) : [...value.documents, id] })
  return (
    <>
      {!before && (
        <Field label="Type" error={at('/assetType')}>
          <select value={value.type} onChange={(event) => set({ type: event.currentTarget.value })}>
            <option value="">Choose…</option>
            {types.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {type && (
        <AssetFields
          fields={type.fieldTypes}
          draft={{ type: value.type, values: { ...recorded, ...value.values } }}
          errorOf={(key, below = '') => {
            const place = sent.findIndex(({ fieldType }) => fieldType === key)
            return place < 0 ? undefined : at(`/fields/${place}${below}`)
          }}
          onChange={({ values }) => set({ values: typedValues(recorded, values) })}
        />
      )}
      <Field label="Key in other systems" error={at('/externalId')}>
        <input value={value.externalId} onInput={(event) => set({ externalId: event.currentTarget.value })} />
      </Field>
      {facts.documents.length > 0 && (
        <fieldset class="choices">
          <legend>Documents about it</legend>
          {facts.documents.map(({ id, name }) => (
            <label key={id} class="check">
              <input type="checkbox" checked={value.documents.includes(id)} onChange={() => toggle(id)} /> {name}
            </label>
          ))}
          {at('/documents') && (
            <p class="error" role="alert">
              {at('/documents')}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}
