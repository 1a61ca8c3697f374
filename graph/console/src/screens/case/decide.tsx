import { ApproveWaiverDocument, RejectWaiverDocument, RevokeWaiverDocument } from '../../gql/graphql.ts'
import { useWrite } from '../../lib/query.ts'
import { may, viewer } from '../../lib/session.ts'
import { Act } from './act.tsx'
import { waiverName, type CaseWaiver } from './facts.ts'
import { approves, rejects, revokes, whyNotApprove } from './waiver.ts'

// Decide are the buttons that decide about a waiver as it stands. What was done is told to done.
export function Decide({ waiver, done: tell }: { waiver: CaseWaiver; done(message: string): void }) {
  const approve = useWrite(ApproveWaiverDocument)
  const reject = useWrite(RejectWaiverDocument)
  const revoke = useWrite(RevokeWaiverDocument)
  const done = (what: string) => () => tell(`The exception for ${waiverName(waiver)} is ${what}.`)
  const { id } = waiver
  if (!may('DECIDE_WAIVERS')) return waiver.state === 'requested' ? <p class="quiet">An approver decides it.</p> : null
  if (waiver.state === 'approved') {
    return (
      <Act
        label="Revoke"
        title={`Revoke the exception for ${waiverName(waiver)}`}
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
          title={`Approve the exception for ${waiverName(waiver)}`}
          what={approves(waiver)}
          action="Approve"
          run={() => approve.write({ id })}
          done={done('approved')}
        />
      )}
      <Act
        label="Reject"
        title={`Reject the exception for ${waiverName(waiver)}`}
        what={rejects(waiver)}
        action="Reject"
        run={() => reject.write({ id })}
        done={done('rejected')}
      />
    </div>
  )
}
