import { useState } from 'preact/hooks'
import { counted } from '../../lib/format.ts'
import { Field } from '../../lib/parts.tsx'
import { tooLarge } from '../case/upload.ts'

interface DropProps {
  files: File[]
  category: string
  categories: readonly { id: string; key: string; name: string }[]
  share: number | undefined
  onFiles(files: File[]): void
  onCategory(key: string): void
}

// Drop takes the documents that evidence the policy: they are dropped on it, or chosen.
export function Drop({ files, category, categories, share, onFiles, onCategory }: DropProps) {
  const [over, setOver] = useState(false)
  const add = (list: FileList | null | undefined) => onFiles([...files, ...[...(list ?? [])].filter((file) => !tooLarge(file.size))])
  return (
    <section
      class={over ? 'card drop over' : 'card drop'}
      aria-labelledby="documents"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer?.files)
      }}
    >
      <h2 id="documents">Document</h2>
      <Field label="Drop it here, or choose it" hint="It is filed with the policy as its evidence. At most 50 MB; it is sent when you save.">
        <input
          type="file"
          multiple
          onChange={(event) => {
            add(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </Field>
      {files.length > 0 && (
        <>
          <ul class="chosen" aria-label="Files to be sent">
            {files.map((file) => (
              <li key={file.name + file.size}>
                {file.name} <span class="quiet">{counted(file.size, 'byte')}</span>{' '}
                <button type="button" class="link" aria-label={`Remove ${file.name}`} onClick={() => onFiles(files.filter((one) => one !== file))}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
          <Field label="What it is">
            <select value={category} onChange={(event) => onCategory(event.currentTarget.value)}>
              {categories.map(({ id, key, name }) => (
                <option key={id} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      {share !== undefined && <progress value={share} max={1} aria-label="Sending the file" />}
    </section>
  )
}
