import { useState } from 'preact/hooks'
import { AddDocumentDocument, DocumentCategoriesDocument } from '../../gql/graphql.ts'
import { counted } from '../../lib/format.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { useShown } from './shown.ts'
import { failed, tooLarge } from './upload.ts'
import { useUpload } from './use-upload.ts'

// AddDocument is the button and its dialog.
export function AddDocument() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add a document
      </button>
      {open && <AddDialog onClose={() => setOpen(false)} />}
    </>
  )
}

interface Wanted {
  file: File | undefined
  name: string
  category: string
}

function AddDialog({ onClose }: { onClose(): void }) {
  const { facts, changed } = useShown()
  const [wanted, setWanted] = useState<Wanted>({ file: undefined, name: '', category: 'other' })
  const upload = useUpload()
  const add = useWrite(AddDocumentDocument)
  const categories = useQuery(DocumentCategoriesDocument, {}).data?.documentCategories.nodes ?? []
  const set = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })

  async function send() {
    const { file, name, category } = wanted
    if (!file) throw failed('Choose a file first.')
    const directUploadKey = await upload.send(file)
    await add.write({
      input: { docs: [{ caseId: facts.id, fileName: file.name, directUploadKey, categoryId: category, ...(name && { name }) }] },
    })
    changed(`${name || file.name} was added.`)
  }

  return (
    <Confirm
      title="Add a document"
      action="Add"
      onConfirm={send}
      onClose={() => {
        upload.stop()
        onClose()
      }}
      what={<p>The file is added to {facts.displayName}. It changes no policy and no verdict.</p>}
    >
      {(errorAt) => (
        <>
          <Field
            label="File"
            hint="A PDF or a picture can be looked at here. At most 50 MB."
            error={errorAt('fileName') ?? errorAt('directUploadKey') ?? (wanted.file && tooLarge(wanted.file.size))}
          >
            <input type="file" required onChange={(event) => set({ file: event.currentTarget.files?.[0] })} />
          </Field>
          <Field label="What it is" error={errorAt('categoryId')}>
            <select value={wanted.category} onChange={(event) => set({ category: event.currentTarget.value })}>
              {categories.map((category) => (
                <option key={category.id} value={category.key}>
                  {category.name}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Name" hint="The file’s name if you leave it empty." error={errorAt('name')}>
            <input value={wanted.name} onInput={(event) => set({ name: event.currentTarget.value })} />
          </Field>
          {upload.share !== undefined && (
            <p role="status">
              <progress value={upload.share} max={1} aria-label="Sending the file" /> {Math.round(upload.share * 100)} % of{' '}
              {counted(wanted.file?.size ?? 0, 'byte')}
            </p>
          )}
        </>
      )}
    </Confirm>
  )
}
