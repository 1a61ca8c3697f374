import { useState } from 'preact/hooks'
import { DossierDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { save } from '../../lib/csv.ts'
import { day, isoDay } from '../../lib/format.ts'
import { ask } from '../../lib/graphql.ts'
import { Confirm, Field } from '../../lib/parts.tsx'
import { useShown } from './shown.ts'
import { failed, here } from './upload.ts'

// Dossier is the button that takes the case's dossier as it was on a day.
export function Dossier() {
  const { facts, changed } = useShown()
  const [asking, setAsking] = useState(false)
  const [on, setOn] = useState(isoDay())
  async function take() {
    const { dossier } = await ask(DossierDocument, { id: facts.id, on }, { portfolio: portfolioOfAddress() })
    if (!dossier) throw failed('This case does not exist any more.')
    save(here(dossier.url), dossier.fileName)
    changed(`Your browser saves ${dossier.fileName}. If it does not come, ask for it again in a minute.`)
  }
  const what = (
    <p>
      One ZIP with all that was known about this loan at the end of that day and what had been done: a PDF to read, the same as JSON, the
      documents, and a signed list of the files. The trail records that you took it.
    </p>
  )
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Dossier…
      </button>
      {asking && (
        <Confirm title="The dossier of this loan" what={what} action="Download" onConfirm={take} onClose={() => setAsking(false)}>
          {(errorAt) => (
            <Field label="As of the end of" hint={`A day from ${day(facts.createdAt)}, when the case was opened, to today, in UTC.`} error={errorAt('on')}>
              <input type="date" required max={isoDay()} value={on} onInput={(event) => setOn(event.currentTarget.value)} />
            </Field>
          )}
        </Confirm>
      )}
    </>
  )
}
