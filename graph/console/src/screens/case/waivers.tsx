import { useEffect } from 'preact/hooks'
import { ApproveWaiverDocument, RejectWaiverDocument, RevokeWaiverDocument, WaiverActorsDocument } from '../../gql/graphql.ts'
import { Day, Empty, Status, Time } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { mayWrite, viewer } from '../../lib/session.ts'
import { codeWords, waiverWords, word } from '../../lib/words.ts'
import { Act } from './act.tsx'
import { Cut } from './cut.tsx'
import { DocumentButton } from './document-button.tsx'
import { waiverName, type CaseWaiver } from './facts.ts'
import { useShown } from './shown.ts'
import { subjectsAtMost } from './history.ts'
import { approves, rejects, revokes, whyNotApprove } from './waiver.ts'

// Waivers are what the lender consents to be missing, the newest first, and who asked and decided.
export function Waivers() {
  const { facts } = useShown()
  return (
    <section class="card" aria-labelledby="waivers">
      <h2 id="waivers">Waivers</h2>
      <Cut of={facts.waivers} what="waivers" />
      {facts.waivers.length === 0 ? (
        <Empty>Nothing is waived. A cell of the table above asks for a waiver.</Empty>
      ) : (
        <Entries waivers={facts.waivers.toReversed()} />
      )}
    </section>
  )
}

// Entries asks the trail for the names of those who asked and decided: a waiver has their ids.
function Entries({ waivers }: { waivers: CaseWaiver[] }) {
  const { revision } = useShown()
  const actors = useQuery(WaiverActorsDocument, { waivers: waivers.slice(0, subjectsAtMost).map((waiver) => waiver.id) })
  useEffect(() => {
    if (revision > 0) void actors.reload()
  }, [revision])
  const names = new Map(actors.data?.auditEvents.nodes.map(({ actorId, actorName }) => [actorId, actorName]))
  return (
    <ul class="plain entries">
      {waivers.map((waiver) => (
        <WaiverEntry key={waiver.id} waiver={waiver} names={names} />
      ))}
    </ul>
  )
}

const tones = { requested: 'warn', approved: 'good', rejected: undefined, revoked: undefined } as const

function WaiverEntry({ waiver, names }: { waiver: CaseWaiver; names: Map<string | null, string> }) {
  const by = (id: string | null) => (id === viewer.value?.id ? ' by you' : names.has(id) ? ` by ${names.get(id)}` : '')
  return (
    <li>
      <p>
        <Status text={word(waiverWords, waiver.state)} tone={tones[waiver.state]} /> <strong>{waiverName(waiver)}</strong>:{' '}
        {waiver.codes.map((code) => word(codeWords, code).toLowerCase()).join(', ') || 'every reason but no cover at all'}
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
      {mayWrite() && <Decide waiver={waiver} />}
    </li>
  )
}

function Decide({ waiver }: { waiver: CaseWaiver }) {
  const { changed } = useShown()
  const approve = useWrite(ApproveWaiverDocument)
  const reject = useWrite(RejectWaiverDocument)
  const revoke = useWrite(RevokeWaiverDocument)
  const done = (what: string) => () => changed(`The waiver of ${waiverName(waiver)} is ${what}.`)
  const { id } = waiver
  if (waiver.state === 'approved') {
    return (
      <Act
        label="Revoke"
        title={`Revoke the waiver of ${waiverName(waiver)}`}
        what={revokes(waiver)}
        action="Revoke"
        danger
        run={() => revoke.write({ id })}
        done={done('revoked')}
      />
    )
  }
  if (waiver.state !== 'requested') return null
  const notApprove = whyNotApprove(waiver, viewer.value?.id)
  return (
    <div class="row">
      {notApprove ? (
        <p class="quiet">{notApprove}</p>
      ) : (
        <Act
          label="Approve"
          title={`Approve the waiver of ${waiverName(waiver)}`}
          what={approves(waiver)}
          action="Approve"
          run={() => approve.write({ id })}
          done={done('approved')}
        />
      )}
      <Act
        label="Reject"
        title={`Reject the waiver of ${waiverName(waiver)}`}
        what={rejects(waiver)}
        action="Reject"
        run={() => reject.write({ id })}
        done={done('rejected')}
      />
    </div>
  )
}
