import { present } from '../../lib/format.ts'
import { noticeReason, type Notice } from './why.ts'

// Why is what became of a notice, in words, and what to do.
export function Why({ notice }: { notice: Notice & { dueAt: string; lastAttempt: { reply: string | null } | null } }) {
  const reason = noticeReason(notice, Date.parse(notice.dueAt) <= present().getTime())
  const said = notice.state === 'planned' && notice.lastAttempt?.reply
  return (
    <>
      {reason.what} {said && <span class="quiet">It said: {said}</span>} {reason.next && <span class="quiet">{reason.next}</span>}
    </>
  )
}
