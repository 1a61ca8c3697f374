import { useState } from 'preact/hooks'
import { CommitImportDocument, ImportReleaseDocument, ReleaseImportDocument, RevertImportDocument, type ImportReleaseQuery } from '../../../gql/graphql.ts'
import { counted } from '../../../lib/format.ts'
import { Confirm, Problem } from '../../../lib/parts.tsx'
import { useQuery, useWrite } from '../../../lib/query.ts'
import { may } from '../../../lib/session.ts'
import type { PartProps } from './import.tsx'

const mostAtOnce = 5000

// Commit has the rows written. It says before what comes in, and what does not.
export function Commit({ of, done }: PartProps) {
  const [asking, setAsking] = useState(false)
  const [allOrNone, setAllOrNone] = useState(false)
  const { write } = useWrite(CommitImportDocument)
  const { create, change, refused } = of.counts!
  if (!may('CHANGE_RECORDS')) return <p class="note">It was tried, and nothing is written yet. Somebody who may change records writes it.</p>
  const run = async () => {
    await write({ id: of.id, input: { allOrNone } })
    await done('')
  }
  return (
    <div class="note">
      <p>Nothing is written yet. Look at what it would do, then write it.</p>
      <button type="button" class="primary" onClick={() => setAsking(true)}>
        Write it…
      </button>
      {asking && (
        <Confirm
          title="Write the import"
          what={
            <ul>
              <li>
                {counted(create, 'row makes', 'rows make')} new records, {counted(change, 'row changes', 'rows change')} what is there.
              </li>
              {refused > 0 && <li>{counted(refused, 'row is', 'rows are')} refused and not written.</li>}
              <li>What comes in is on hold: no letter leaves until somebody releases it.</li>
              <li>It can be undone as a whole, but for what somebody changes after.</li>
            </ul>
          }
          action="Write it"
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          {() =>
            of.rows <= mostAtOnce && (
              <label class="check">
                <input type="checkbox" checked={allOrNone} onChange={() => setAllOrNone(!allOrNone)} /> All rows or none: write nothing if one is refused
              </label>
            )
          }
        </Confirm>
      )}
    </div>
  )
}

type Counts = ImportReleaseQuery['importRelease']

const releaseText = ({ letters, people, policies, cases }: Counts) =>
  `${counted(policies, 'policy', 'policies')} of ${counted(cases, 'loan')} would be released, and ${
    letters === 0 ? 'no letter goes out' : `${counted(letters, 'letter')} to ${counted(people, 'person', 'people')} would go out`
  } in the next 7 days.`

// Release lets letters go out about what came in. It says how many, and to how many people.
export function Release({ of, done }: PartProps) {
  const query = useQuery(ImportReleaseDocument, { id: of.id })
  const [asking, setAsking] = useState(false)
  const { write } = useWrite(ReleaseImportDocument)
  const counts = query.data?.importRelease
  const run = async () => {
    await write({ id: of.id })
    await done('')
  }
  return (
    <div class="note">
      <p>
        <strong>What came in is on hold: no letter leaves because of it.</strong> {counts && releaseText(counts)}
      </p>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {may('RELEASE_IMPORTS') ? (
        <button type="button" class="primary" disabled={!counts} onClick={() => setAsking(true)}>
          Release it…
        </button>
      ) : (
        <p>Somebody with the role Approver releases it.</p>
      )}
      {asking && counts && (
        <Confirm title="Release the import" what={<p>{releaseText(counts)} This cannot be taken back.</p>} action="Release" onConfirm={run} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

// Revert undoes an import as a whole.
export function Revert({ of, done }: PartProps) {
  const [asking, setAsking] = useState(false)
  const { write } = useWrite(RevertImportDocument)
  if (!may('CHANGE_RECORDS')) return null
  const run = async () => {
    await write({ id: of.id })
    await done('')
  }
  const what = (
    <p>
      What it made is removed, and what it changed is set back, as far as nobody has changed it since; you get a list of what is left.
      {of.releasedAt && ' Letters that have gone out are not called back.'}
    </p>
  )
  return (
    <p>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Undo the import…
      </button>
      {asking && <Confirm title="Undo the import" what={what} action="Undo it" danger onConfirm={run} onClose={() => setAsking(false)} />}
    </p>
  )
}
