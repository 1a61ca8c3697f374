import { DocumentCategoriesDocument, UpdateDocumentDocument } from '../../gql/graphql.ts'
import type { Drafted } from '../../lib/draft.ts'
import { Edit } from '../../lib/edit.tsx'
import { Field, Loading } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import type { At } from '../../lib/typed.ts'
import type { CaseDocument } from './facts.ts'
import { useShown } from './shown.ts'

interface Draft {
  name: string
  category: string
}

// EditDocument changes what a document is called and what it is; the file stays.
export function EditDocument({ document }: { document: CaseDocument }) {
  const { changed } = useShown()
  const update = useWrite(UpdateDocumentDocument)
  async function save({ value: { name, category } }: Drafted<Draft>) {
    const input = { ...(name !== document.name && { name: name.trim() }), ...(category !== document.category.id && { categoryId: category }) }
    await update.write({ id: document.id, input })
    changed(`${document.name} is changed.`)
  }
  return (
    <Edit
      label="Edit"
      name={`Edit ${document.name}`}
      link
      title={`Edit ${document.name}`}
      what={() => <p>The file stays as it is.</p>}
      draft={`edit document ${document.id}`}
      beginning={{ name: document.name, category: document.category.id }}
      save={save}
    >
      {(draft, at) => <DocumentFields draft={draft} at={at} />}
    </Edit>
  )
}

function DocumentFields({ draft: { value, set }, at }: { draft: Drafted<Draft>; at: At }) {
  const categories = useQuery(DocumentCategoriesDocument, {}).data?.documentCategories.nodes
  if (!categories) return <Loading what="the categories" />
  return (
    <>
      <Field label="Name" error={at('/name')}>
        <input value={value.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </Field>
      <Field label="What it is" error={at('/categoryId')}>
        <select value={value.category} onChange={(event) => set({ category: event.currentTarget.value })}>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}
