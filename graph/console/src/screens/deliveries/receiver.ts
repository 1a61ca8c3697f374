import type { ReceiverListQuery } from '../../gql/graphql.ts'

// Receiver is a program that is told of events.
export type Receiver = ReceiverListQuery['webhookEndpoints']['nodes'][number]

// ReceiverDialog is what a dialog about one is given.
export interface ReceiverDialog {
  receiver: Pick<Receiver, 'id' | 'url'>
  onDone(words: string): Promise<void>
  onClose(): void
}
