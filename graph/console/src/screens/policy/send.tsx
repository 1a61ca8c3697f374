import { SendNoticeDocument } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { day } from '../../lib/format.ts'
import { Confirm } from '../../lib/parts.tsx'
import { portfolios } from '../../lib/portfolios.ts'
import { useWrite } from '../../lib/query.ts'
import { stepWords, word } from '../../lib/words.ts'
import type { RenewalStep } from '../../gql/enums.ts'

export interface Sendable {
  id: string
  step: RenewalStep
  dueAt: string
  recipients: readonly string[]
}

// SendAgain says who gets the letter, and sends it.
export function SendAgain({ notice, onSent, onClose }: { notice: Sendable; onSent(): Promise<void>; onClose(): void }) {
  const send = useWrite(SendNoticeDocument)
  const isTest = portfolios.value?.find((p) => p.id === portfolioOfAddress())?.mode === 'test'
  const confirm = async () => {
    await send.write({ id: notice.id })
    await onSent()
  }
  return (
    <Confirm
      title="Send the notice again"
      action="Send again"
      onConfirm={confirm}
      onClose={onClose}
      what={
        <>
          <p>
            “{word(stepWords, notice.step)}” of {day(notice.dueAt)} is written anew with the words of today, and goes to those who are
            its recipients now. {notice.recipients.length > 0 && `Last time these were ${notice.recipients.join(', ')}.`}
          </p>
          <p>The attempts before are kept.</p>
          {isTest && (
            <p>
              <strong>This is a test portfolio: the letter is written and recorded, and nobody gets it.</strong>
            </p>
          )}
        </>
      }
    />
  )
}
