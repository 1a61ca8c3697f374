import { useState } from 'preact/hooks'
import { CreateImportDocument, ImportMappingsDocument } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import type { Refusal } from '../../../lib/graphql.ts'
import { Field, Link } from '../../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../../lib/query.ts'
import { pointed } from '../../../lib/typed.ts'
import { failed, tooLarge } from '../../case/upload.ts'
import { useUpload } from '../../case/use-upload.ts'
import { Refused } from '../../new-case/refused.tsx'
import { recordAddress } from '../entries.ts'
import { sized } from '../quotas.tsx'
import { listAddress } from './words.ts'

interface Wanted {
  files: File[]
  mapping: string
  name: string
  complete: boolean
  commit: boolean
}

// NewImport takes files and has them read; nothing is written by that.
export function NewImport() {
  const [wanted, setWanted] = useState<Wanted>({ files: [], mapping: '', name: '', complete: false, commit: false })
  const [state, setState] = useState<{ sending?: File; refusal?: Refusal }>({})
  const upload = useUpload()
  const create = useWrite(CreateImportDocument)
  const at = pointed(state.refusal?.violations ?? [])
  const set = (change: Partial<Wanted>) => {
    setState({})
    setWanted((old) => ({ ...old, ...change }))
  }
  const isBusy = state.sending !== undefined || create.busy

  async function submit(event: Event) {
    event.preventDefault()
    setState({})
    try {
      go(recordAddress('imports', await begin()))
    } catch (error) {
      setState({ refusal: refusalOf(error) })
    }
  }

  async function begin(): Promise<string> {
    const { files: chosen, mapping, name, complete, commit } = wanted
    if (chosen.length === 0) throw failed('Choose the files first.')
    const files = []
    for (const file of chosen) {
      setState({ sending: file })
      files.push({ fileName: file.name, directUploadKey: await upload.send(file) })
    }
    setState({})
    const input = { files, complete, ...(name.trim() && { name: name.trim() }), ...(mapping && { mapping, commit }) }
    return (await create.write({ input })).createImport.id
  }

  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Imports</Link>
      </p>
      <div class="head">
        <h1>New import</h1>
      </div>
      <form class="card form narrow" onSubmit={(event) => void submit(event)} noValidate>
        <p class="quiet">The files are read first. Nothing is written before you have seen what they would do.</p>
        <Files wanted={wanted} set={set} error={at('/files')} />
        <Mapping wanted={wanted} set={set} error={at('/mapping')} />
        <Regular wanted={wanted} set={set} error={at('/name') ?? at('/commit')} />
        {state.sending && (
          <p role="status">
            <progress value={upload.share ?? 0} max={1} aria-label="Sending the files" /> Sending {state.sending.name}…
          </p>
        )}
        {state.refusal && <Refused refusal={state.refusal} at={at} />}
        <p class="row">
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Read the files'}
          </button>
          {state.sending && (
            <button type="button" onClick={upload.stop}>
              Stop
            </button>
          )}
          <Link to={listAddress()}>Back</Link>
        </p>
      </form>
    </>
  )
}

interface PartProps {
  wanted: Wanted
  set(change: Partial<Wanted>): void
  error: string | undefined
}

const sameFile = (a: File, b: File) => a.name === b.name && a.size === b.size

function Files({ wanted: { files }, set, error }: PartProps) {
  const large = files.map(({ name, size }) => tooLarge(size) && `${name}: ${tooLarge(size)}`).find(Boolean)
  const add = (input: HTMLInputElement) => {
    const news = [...(input.files ?? [])].filter((one) => !files.some((other) => sameFile(one, other)))
    input.value = ''
    set({ files: [...files, ...news] })
  }
  return (
    <>
      <Field label="Files" hint="CSV or Excel (XLSX), several if they belong together; at most 20, of 50 MB each." error={large || error}>
        <input type="file" multiple accept=".csv,.txt,.tsv,.xlsx" onChange={(event) => add(event.currentTarget)} />
      </Field>
      {files.length > 0 && (
        <ul class="chosen" aria-label="Chosen files">
          {files.map((file) => (
            <li key={file.name}>
              {file.name} <span class="quiet">{sized(file.size)}</span>{' '}
              <button type="button" class="link" onClick={() => set({ files: files.filter((one) => one !== file) })}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Mapping({ wanted: { mapping }, set, error }: PartProps) {
  const mappings = useQuery(ImportMappingsDocument, {}).data?.importMappings ?? []
  if (mappings.length === 0) return null
  return (
    <Field label="What the columns are" hint="With a mapping that was saved before, the rows are tried at once." error={error}>
      <select value={mapping} onChange={(event) => set({ mapping: event.currentTarget.value })}>
        <option value="">is to be proposed</option>
        {mappings.map(({ name }) => (
          <option key={name} value={name}>
            as in “{name}”
          </option>
        ))}
      </select>
    </Field>
  )
}

function Regular({ wanted, set, error }: PartProps) {
  return (
    <details open={Boolean(error)}>
      <summary>A file that comes regularly</summary>
      <Field label="Its name" hint="Then it is held against the one before: if it would change very much, or lost many rows, it waits for you." error={error}>
        <input value={wanted.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </Field>
      <label class="check">
        <input type="checkbox" checked={wanted.complete} onChange={() => set({ complete: !wanted.complete })} /> The files have the whole book: each loan
        that they lack opens a task
      </label>
      {wanted.mapping && (
        <label class="check">
          <input type="checkbox" checked={wanted.commit} onChange={() => set({ commit: !wanted.commit })} /> Write it once it was tried, without asking
        </label>
      )}
    </details>
  )
}
