import { useEffect, useRef, useState } from 'preact/hooks'
import { portfolioOfAddress } from '../lib/address.ts'
import { csv, download } from '../lib/csv.ts'
import { count } from '../lib/format.ts'
import { ask, type Refusal } from '../lib/graphql.ts'
import { refusalOf } from '../lib/query.ts'
import { patiently } from './patiently.ts'
import { type Listed, variables, type Wanted, wholePage } from './pages.ts'
import { nothingRead, type Read, readWhole } from './whole.ts'

export interface Sheet<N> {
  heading: readonly string[]
  row(record: N): readonly (string | null | undefined)[]
}

interface ExportProps<R, F, N> {
  listed: Listed<R, F, N>
  wanted: Wanted<F>
  sheet: Sheet<N>
  // What the list is of, in the plural: the name of the file begins with it.
  noun: string
  disabled: boolean
}

// What is being exported, as it was wanted when the button was pressed.
interface Running<F, N> {
  wanted: Wanted<F>
  read: Read<N>
  refusal?: Refusal
  done?: string
}

// Export writes all records of a list, with the filter and the order in which it is shown, to a file. There is a file
// only if all of them were read; what fails can be taken up where it failed.
export function Export<R, F, N>({ listed, wanted, sheet, noun, disabled }: ExportProps<R, F, N>) {
  const [running, setRunning] = useState<Running<F, N>>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function run(wanted: Wanted<F>, left: Read<N>) {
    const { signal } = (stop.current = new AbortController())
    const portfolio = portfolioOfAddress()
    let read = left
    const tell = (now: Read<N>) => setRunning({ wanted, read: (read = now) })
    tell(left)
    try {
      const page = async (after: string | null) =>
        listed.of(await patiently(() => ask(listed.document, variables(wanted, wholePage, after), { portfolio, signal })))
      const rows = await readWhole(page, left, tell)
      if (signal.aborted) return
      const name = `${noun}-${new Date().toISOString().slice(0, 10)}.csv`
      download(name, csv([sheet.heading, ...rows.map(sheet.row)]))
      setRunning({ wanted, read, done: name })
    } catch (error) {
      if (!signal.aborted) setRunning({ wanted, read, refusal: refusalOf(error) })
    }
  }
  const cancel = () => {
    stop.current?.abort()
    setRunning(undefined)
  }

  const isReading = running && !running.done && !running.refusal
  return (
    <>
      <div class="export">
        <p role="status">{running?.done && `${count(running.read.rows.length)} ${noun} are in ${running.done}.`}</p>
        {isReading && <Progress {...running.read} noun={noun} />}
        {isReading ? (
          <button type="button" onClick={cancel}>
            Cancel the export
          </button>
        ) : (
          <button type="button" disabled={disabled} onClick={() => void run(wanted, nothingRead)}>
            Export as CSV
          </button>
        )}
      </div>
      {running?.refusal && (
        <Stopped
          {...running.read}
          noun={noun}
          refusal={running.refusal}
          goOn={() => void run(running.wanted, running.read)}
          giveUp={cancel}
        />
      )}
    </>
  )
}

function Progress({ rows, total, noun }: Read<unknown> & { noun: string }) {
  if (total === 0) return <span class="quiet">Reading {noun}…</span>
  return (
    <label class="quiet">
      Reading {count(rows.length)} of {count(total)}… <progress value={rows.length} max={total} />
    </label>
  )
}

function Stopped({
  rows,
  total,
  noun,
  refusal,
  goOn,
  giveUp,
}: Read<unknown> & { noun: string; refusal: Refusal; goOn(): void; giveUp(): void }) {
  const far = total === 0 ? `before the first ${noun} were read` : `after ${count(rows.length)} of ${count(total)} ${noun}`
  return (
    <div class="problem stopped" role="alert">
      <p>
        <strong>
          The export stopped {far}: {refusal.message}
        </strong>{' '}
        No file was made. What was read is kept, so you can go on from there.
        {refusal.requestId && <span class="quiet"> Request {refusal.requestId}</span>}
      </p>
      <button type="button" class="primary" onClick={goOn}>
        Go on
      </button>{' '}
      <button type="button" onClick={giveUp}>
        Give up
      </button>
    </div>
  )
}
