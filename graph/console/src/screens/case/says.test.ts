import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts, Notice, Policy } from './facts.ts'
import * as says from './says.ts'

const policy = (changes: Partial<Policy> = {}): Policy => ({
  id: 'p',
  displayName: 'Building',
  status: 'active',
  statusBeforeHold: null,
  onHoldAt: null,
  deactivatedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  coverageLayer: 'primary',
  coverageTypes: [
    { id: 'b', name: 'Building' },
    { id: 'x', name: 'Glass' },
  ],
  policyNumber: 'EX-1',
  carrier: null,
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2027-01-01T00:00:00.000Z',
  termNumber: 1,
  currentVersionId: 'v',
  premium: null,
  deductible: null,
  limits: [],
  cancellation: null,
  versions: [
    {
      id: 'v',
      versionNumber: 1,
      termNumber: 1,
      reason: 'created',
      createdAt: '',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2027-01-01T00:00:00.000Z',
    },
  ],

  renewal: { nextNoticeAt: null, lastStep: null, paused: false, blockedBy: null, pausedUntil: null },
  ...changes,
})
const facts = (policies: Policy[]) => ({ policies, statusBeforeHold: 'OPEN' }) as Facts
const letter = (id: string, dueAt: string, changes: Partial<Notice> = {}): Notice => ({
  id,
  policyId: 'p',
  step: 'reminder',
  dueAt,
  state: 'planned',
  settledAt: null,
  skipReason: null,
  ...changes,
})
const task = (changes: object) => ({ id: 't', policyId: 'p', type: 'renewalFollowUp', state: 'open', ...changes }) as Facts['tasks'][number]
const around = (notices: Notice[] = [], tasks: Facts['tasks'] = []): says.Around => ({ notices, tasks, now: '2026-11-23T00:00:00.000Z' })
const demands = new Set(['b'])

test('a hold of a case says how many policies, letters and tasks', () => {
  const held = policy({ id: 'h', status: 'onHold', statusBeforeHold: 'active' })
  const dead = policy({ id: 'd', status: 'deactivated' })
  const letters = [
    letter('1', '2026-12-05T00:00:00.000Z'),
    letter('2', '2026-12-01T00:00:00.000Z'),
    letter('3', '2026-10-01T00:00:00.000Z', { state: 'sent' }),
  ]
  const tasks = [task({}), task({ state: 'completed' }), task({ type: 'reviewDocument' }), task({ policyId: 'h' })]
  const sentences = says.holdCase(facts([policy(), held, dead]), around(letters, tasks))
  assert.deepEqual(sentences.slice(0, 3), [
    'The case and 1 of its 3 policies will be on hold.',
    '2 planned letters will wait; the next is due on December 1, 2026.',
    '1 open renewal task will be paused.',
  ])
})

test('a release of a case leaves its policies on hold', () => {
  const held = policy({ status: 'onHold', statusBeforeHold: 'active' })
  assert.match(says.releaseCase(facts([held, held]), false).join(' '), /“Open” again.* 2 policies stay on hold/)
  assert.match(says.releaseCase(facts([held, held]), true).join(' '), /put on hold with the case are released too/)
  assert.match(says.releaseCase(facts([policy()]), true).join(' '), /None of its policies is on hold/)
})

test('a release of a policy sends the latest letter that fell due', () => {
  const held = policy({ status: 'onHold', statusBeforeHold: 'renewalInProgress' })
  const letters = [
    letter('1', '2026-11-02T00:00:00.000Z'),
    letter('2', '2026-11-20T00:00:00.000Z', { step: 'final' }),
    letter('3', '2026-12-24T00:00:00.000Z'),
  ]
  const sentences = says.releasePolicy(held, around(letters, [task({ state: 'paused' })])).join(' ')
  assert.match(sentences, /“Renewal in progress” again/)
  assert.match(sentences, /Of 2 letters that fell due meanwhile only the latest is sent, at once: “Final reminder”/)
  assert.match(sentences, /1 paused renewal task goes on/)
  assert.match(says.releasePolicy(held, around([letter('3', '2026-12-24T00:00:00.000Z')])).join(' '), /The next is due on December 24, 2026/)
})

test('a deactivation names the demands that lose their cover', () => {
  const sentences = says.deactivate(policy(), around([letter('1', '2026-12-01T00:00:00.000Z')]), demands).join(' ')
  assert.match(sentences, /what the lender requires of Building is judged without this policy/)
  assert.match(sentences, /1 planned letter will not be sent/)
})

test('a cancellation says when cover ends and how much earlier', () => {
  const sentences = says.cancel(policy(), around([letter('1', '2026-12-01T00:00:00.000Z')]), demands, '2026-12-22').join(' ')
  assert.match(sentences, /Cover ends at the beginning of December 22, 2026 \(UTC\), 10 days before the term does/)
  assert.match(sentences, /due on December 22, 2026/)
  assert.deepEqual(says.cancel(policy(), around(), demands, ''), ['Choose the day on which cover ends.'])
  assert.match(says.cancel(policy(), around(), demands, '2027-01-01').join(' '), /No term of the policy contains January 1, 2027/)
})

test('a reinstatement says whether there is a lapse', () => {
  const cancellation = {
    termNumber: 1,
    effectiveDate: '2026-11-11T00:00:00.000Z',
    reason: 'nonPayment',
    recordedAt: '2026-11-01T00:00:00.000Z',
    reinstatedOn: null,
    document: null,
  } as const
  const ended = policy({ cancellation })
  assert.match(says.reinstate(ended, '2026-11-11').join(' '), /there is no lapse/)
  assert.match(says.reinstate(ended, '2026-11-20').join(' '), /There is none for 9 days, from November 11, 2026 on/)
  assert.match(says.reinstate(ended, '2026-11-10').join(' '), /Choose that day or a later one/)
})

test('a new term says whether there is a gap', () => {
  assert.match(says.newTerm(policy(), around(), '2027-01-13', '2028-01-13').join(' '), /Term 2 will run .* no cover for 12 days/)
  const seamless = says.newTerm(policy(), around([letter('1', '2026-12-01T00:00:00.000Z')]), '2027-01-01', '2028-01-01').join(' ')
  assert.doesNotMatch(seamless, /no cover/)
  assert.match(seamless, /1 planned letter about term 1 will not be sent/)
  assert.match(says.newTerm(policy(), around(), '2026-12-01', '2027-12-01').join(' '), /begins 31 days before term 1 ends/)
  assert.deepEqual(says.newTerm(policy(), around(), '2027-01-01', '2027-01-01'), ['A term ends after it starts.'])
})

test('closing a case says what ends, and reopening what begins', () => {
  const closing = says.closeCase({ ...facts([policy()]), tasks: [task({}), task({ state: 'completed' })] } as Facts, around([letter('1', '2026-12-01T00:00:00.000Z')]))
  assert.match(closing.join(' '), /no verdict any more. 1 open task will be cancelled. 1 planned letter will not be sent. Its evidence links are revoked/)
  const closed = { ...facts([]), closure: { statusBefore: 'ONBOARDING' } } as unknown as Facts
  assert.match(says.reopenCase(closed).join(' '), /“Onboarding” again/)
})
