import { Day, Empty, Status, Time } from '../../lib/parts.tsx'
import { waiverWords, word } from '../../lib/words.ts'
import { useActors } from './actors.ts'
import { Cut } from './cut.tsx'
import { Decide } from './decide.tsx'
import { DocumentButton } from './document-button.tsx'
import { waiverName, type CaseWaiver } from './facts.ts'
import { useShown } from './shown.ts'
import { reasonsText } from './waiver.ts'

// Waivers are what the lender consents to be missing, the newest first, and who asked and decided.
export function Waivers() {
  const { facts } = useShown()
  return (
    <section class="card" aria-labelledby="waivers">
      <h2 id="waivers">Exceptions</h2>
      <Cut of={facts.waivers} what="exceptions" />
      {facts.waivers.length === 0 ? (
        <Empty>There is no exception. It is requested from a cell of the table above.</Empty>
      ) : (
        <Entries waivers={facts.waivers.toReversed()} />
      )}
    </section>
  )
}

function Entries({ waivers }: { waivers: CaseWaiver[] }) {
  const { revision } = useShown()
  const by = useActors(waivers, revision)
  return (
    <ul class="plain entries">
      {waivers.map((waiver) => (
        <WaiverEntry key={waiver.id} waiver={waiver} by={by} />
      ))}
    </ul>
  )
}

const tones = { requested: 'warn', approved: 'good', rejected: undefined, revoked: undefined } as const

function WaiverEntry({ waiver, by }: { waiver: CaseWaiver; by: ReturnType<typeof useActors> }) {
  const { changed, mayChange } = useShown()
  return (
    <li>
      <p>
        <Status text={word(waiverWords, waiver.state)} tone={tones[waiver.state]} /> <strong>{waiverName(waiver)}</strong>:{' '}
        {reasonsText(waiver)}
        {waiver.expiresOn && (
          <>
            , until <Day value={waiver.expiresOn} distance />
          </>
        )}
      </p>
      <p>
        “{waiver.reason}” {waiver.document && <DocumentButton id={waiver.document.id} name={waiver.document.name} />}
      </p>
      <p class="quiet">
        Asked for{by(waiver.requestedBy)} on <Time value={waiver.requestedAt} />
        {waiver.decidedAt && (
          <>
            , {word(waiverWords, waiver.state).toLowerCase()}
            {by(waiver.decidedBy)} on <Time value={waiver.decidedAt} />
          </>
        )}
      </p>
      {mayChange && <Decide waiver={waiver} done={changed} />}
    </li>
  )
}
