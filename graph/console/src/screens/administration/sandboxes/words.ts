import type { SandboxAnswerKind, SandboxAnswerState, SandboxOrigin, SandboxState } from '../../../gql/enums.ts'
import { day } from '../../../lib/format.ts'

export const originWords: Readonly<Record<SandboxOrigin, string>> = {
  empty: 'Nothing but a program, a risk profile and a mortgagee clause',
  demo: 'A small book to try things on',
  copy: 'Your test portfolio’s configuration: risk profiles, letters, clauses, programs; no records',
}

export const stateWords: Readonly<Record<SandboxState, string>> = { ready: 'Stands still', advancing: 'Moving', failed: 'Stopped on the way' }

export const kindWords: Readonly<Record<SandboxAnswerKind, string>> = {
  renewal: 'a renewal as it was',
  lowerLimit: 'a renewal with lower limits',
  wrongClause: 'a renewal with the wrong mortgagee clause',
  nothing: 'nothing',
}

export const answerWords: Readonly<Record<SandboxAnswerState, string>> = {
  planned: 'To come', done: 'Handed in', notAsked: 'No letter had asked', failed: 'Refused',
}

// clockText is a time of a clock, which is in UTC: days begin there at midnight.
export const clockText = (at: string) => `${day(at)}, ${at.slice(11, 16)} UTC`
