import type { ComponentProps } from 'preact'
import type { RenewalNoticeState } from '../../gql/enums.ts'
import { Status, type Column } from '../../lib/parts.tsx'
import { noticeStateWords, word } from '../../lib/words.ts'
import { Why } from './because.tsx'
import { canSendAgain } from './why.ts'

// A Told is a notice as the tables of notices show it.
export type Told = ComponentProps<typeof Why>['notice'] & {
  state: RenewalNoticeState
  recipients: readonly string[]
  copies: readonly string[]
}

const tones: Record<string, 'bad' | 'good' | 'warn' | undefined> = { sent: 'good', failed: 'bad', suppressed: 'warn' }

// stateColumns are what became of a notice.
export function stateColumns<N extends Told>(): Column<N>[] {
  return [
    { key: 'state', title: 'State', cell: (n) => <Status text={word(noticeStateWords, n.state)} tone={tones[n.state]} /> },
    { key: 'why', title: 'What became of it', cell: (n) => <Why notice={n} /> },
  ]
}

// toColumn is who gets a notice.
export function toColumn<N extends Told>(): Column<N> {
  return { key: 'to', title: 'To', cell: (n) => [...n.recipients, ...n.copies.map((c) => `${c} (copy)`)].join(', ') }
}

// sendColumn is the button that sends a notice again.
export function sendColumn<N extends Told>(send: (n: N) => void): Column<N> {
  const button = (n: N) =>
    canSendAgain(n.state) && (
      <button type="button" class="nowrap" onClick={() => send(n)}>
        Send again…
      </button>
    )
  return { key: 'send', title: 'Send', cell: button }
}
