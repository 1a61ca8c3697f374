import { useState } from 'preact/hooks'
import { ConfirmPrintFileDocument, MakePrintFileDocument, PrintFilesDocument, type PrintFilesQuery } from '../../gql/graphql.ts'
import { Confirm, Field, Problem, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { failed } from '../case/upload.ts'
import { useUpload } from '../case/use-upload.ts'

type File = PrintFilesQuery['printFiles']['nodes'][number]

interface Props {
  done(words: string): void
}

// PrintFiles are what a mailing house prints: letters by post wait here, and their mailing is confirmed.
export function PrintFiles({ done }: Props) {
  const query = useQuery(PrintFilesDocument, {})
  const make = useWrite(MakePrintFileDocument)
  if (query.error) return <Problem refusal={query.error} retry={() => void query.reload()} />
  const waiting = query.data?.waiting.pageInfo.total ?? 0
  const files = query.data?.printFiles.nodes ?? []
  if (waiting === 0 && files.length === 0) return null
  const told = (words: string) => {
    done(words)
    void query.reload()
  }
  const run = () =>
    make.write({}).then(
      ({ createPrintFile: { letterCount } }) => told(`A print file of ${counted(letterCount)} is made.`),
      () => {}, // What was refused is shown below.
    )
  return (
    <section class="card" aria-labelledby="print-files">
      <header>
        <h2 id="print-files">Letters by post</h2>
        {may('SEND_NOTICES') && (
          <button type="button" disabled={make.busy} onClick={() => void run()}>
            Make a print file
          </button>
        )}
      </header>
      <p class="quiet">{counted(waiting)} by post {waiting === 1 ? 'is' : 'are'} not mailed yet. A notice counts from the day on which the mailing house says that it was mailed.</p>
      {make.error && <Problem refusal={make.error} />}
      <ul class="plain entries">
        {files.map((file) => (
          <li key={file.id}>
            <PrintFile file={file} done={told} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const counted = (letters: number) => `${letters} ${letters === 1 ? 'letter' : 'letters'}`

function PrintFile({ file: { id, letterCount, url, createdAt }, done }: { file: File; done(words: string): void }) {
  const [asking, setAsking] = useState(false)
  return (
    <p class="row">
      <a href={url}>{counted(letterCount)}, PDF and manifest</a>
      <span class="quiet">
        made <Time value={createdAt} />
      </span>
      {may('SEND_NOTICES') && (
        <button type="button" onClick={() => setAsking(true)}>
          Confirm the mailing…
        </button>
      )}
      {asking && <Mailed id={id} done={done} onClose={() => setAsking(false)} />}
    </p>
  )
}

// Mailed takes the mailing house's list: all of its lines are right, or each that is wrong is said and none is taken.
function Mailed({ id, done, onClose }: { id: string; done(words: string): void; onClose(): void }) {
  const [list, setList] = useState<globalThis.File>()
  const upload = useUpload()
  const confirm = useWrite(ConfirmPrintFileDocument)
  async function run() {
    if (!list) throw failed('Choose the list first.')
    const directUploadKey = await upload.send(list)
    const { confirmPrintFile } = await confirm.write({ id, input: { directUploadKey } })
    done(confirmPrintFile.state === 'confirmed' ? 'The mailing of all letters is confirmed.' : 'The mailing of the letters in the list is confirmed.')
  }
  return (
    <Confirm
      title="Confirm the mailing"
      what={<p>The mailing house’s list as CSV, with the columns letterId, mailedOn, postClass and proof. Each line is recorded as the notice of its placement.</p>}
      action="Take the list"
      onConfirm={run}
      onClose={() => {
        upload.stop()
        onClose()
      }}
    >
      {(at) => (
        <Field label="List of the mailing house" error={at('/directUploadKey')}>
          <input type="file" accept=".csv,text/csv" onChange={(event) => setList(event.currentTarget.files?.[0])} />
        </Field>
      )}
    </Confirm>
  )
}
