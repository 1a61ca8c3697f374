import { href } from '../../lib/address.ts'
import { day, dayAndTime } from '../../lib/format.ts'
import * as words from '../../lib/words.ts'
import { noticeReason } from '../policy/why.ts'
import { adviceOf } from '../tasks/advice.ts'
import type { Node } from './search.ts'

export interface Fact {
  name: string
  value: string
  // Where the console shows it.
  to?: string
}

export interface Described {
  noun: string
  name: string
  to?: string
  facts: Fact[]
}

type Of<T extends Node['__typename']> = Extract<Node, { __typename: T }>

// describe says what a record is, where the console shows it, and what one asks about it first.
export function describe(node: Node, portfolio: string): Described {
  const at = (...parts: string[]) => href(portfolio, ...parts)
  const noun = nouns[node.__typename] ?? spaced(node.__typename)
  switch (node.__typename) {
    case 'Case':
      return {
        noun,
        name: node.displayName,
        to: at('cases', node.id),
        facts: [
          fact('Loan number', node.loanNumber),
          fact('Status', words.word(words.caseStatusWords, node.caseStatus)),
          fact('On hold since', dayAndTime(node.onHoldAt)),
        ],
      }
    case 'Policy':
      return {
        noun,
        name: node.policyNumber ?? node.displayName,
        to: at('policies', node.id),
        facts: [
          fact('Coverage', node.displayName),
          ...ofCase(node.case, at),
          fact('Status', words.word(words.policyStatusWords, node.policyStatus)),
          fact('Term', `${day(node.startDate)} – ${day(node.endDate)}`),
          fact('On hold since', dayAndTime(node.onHoldAt)),
          fact('Deactivated', dayAndTime(node.deactivatedAt)),
        ],
      }
    case 'PolicyVersion':
      return {
        noun,
        name: `Version ${node.versionNumber}`,
        to: at('policies', node.policy.id),
        facts: [
          ...ofPolicy(node.policy, at),
          fact('Term', String(node.termNumber)),
          fact('Why it was written', words.word(words.versionWords, node.versionReason)),
          fact('Current', node.isCurrent ? 'Yes' : 'No, a later one replaced it'),
        ],
      }
    case 'Task':
      return {
        noun,
        name: words.taskName({ type: node.taskType, waiverId: node.waiverId }),
        to: `${at('tasks')}?task=${node.id}`,
        facts: [
          ...(node.taskPolicy ? ofPolicy(node.taskPolicy, at) : node.taskCase ? ofCase(node.taskCase, at) : []),
          fact('State', words.word(words.taskStateWords, node.taskState)),
          fact('Due', dayAndTime(node.due)),
          fact('Reason', adviceOf(node.reason, node.taskPolicy !== null)?.why),
        ],
      }
    case 'RenewalNotice':
      return {
        noun,
        name: words.word(words.stepWords, node.step),
        to: node.noticePolicy ? at('policies', node.noticePolicy.id) : at('cases', node.noticeCase.id),
        facts: [
          ...(node.noticePolicy ? ofPolicy(node.noticePolicy, at) : ofCase(node.noticeCase, at)),
          fact('State', words.word(words.noticeStateWords, node.noticeState)),
          fact('Why', node.noticeState === 'planned' ? '' : noticeReason({ state: node.noticeState, skipReason: node.skipReason }, false).what),
          fact('Due', dayAndTime(node.noticeDueAt)),
          fact('Settled', dayAndTime(node.settledAt)),
          fact('Written to', node.recipients.join(', ')),
        ],
      }
    case 'Waiver':
      return {
        noun,
        name: node.coverageType.name,
        to: at('cases', node.case.id),
        facts: [
          ...ofCase(node.case, at),
          fact('State', words.word(words.waiverWords, node.waiverState)),
          fact('Why', node.waiverReason),
          fact('Holds until', day(node.expiresOn)),
        ],
      }
    case 'Placement':
      return {
        noun,
        name: node.coverageType.name,
        to: at('cases', node.case.id),
        facts: [
          ...ofCase(node.case, at),
          fact('State', words.word(words.placementStateWords, node.placementState)),
          fact('Programme', words.word(words.programmeWords, node.programme)),
          fact('Earliest charge', day(node.earliestChargeOn)),
        ],
      }
    case 'EvidenceLink':
      return {
        noun,
        name: node.policy.policyNumber ?? node.policy.displayName,
        to: at('policies', node.policy.id),
        facts: [...ofPolicy(node.policy, at), fact('Expires', dayAndTime(node.expiresAt)), fact('Revoked', dayAndTime(node.revokedAt))],
      }
    case 'Evidence':
      return {
        noun,
        name: node.policy.policyNumber ?? node.policy.displayName,
        to: at('policies', node.policy.id),
        facts: [
          ...ofPolicy(node.policy, at),
          fact('State', words.word(words.evidenceWords, node.evidenceState)),
          fact('Handed in', dayAndTime(node.submittedAt)),
          fact('Decided', dayAndTime(node.decidedAt)),
        ],
      }
    case 'AuditEvent':
      return {
        noun,
        name: acted(node.action),
        facts: [
          fact('When', dayAndTime(node.at)),
          about(actorFact(node), node.actorId),
          about(fact('Record', spaced(node.subjectType)), node.subjectId),
          about(fact('Request', node.requestId), node.requestId),
        ],
      }
    case 'WebhookEndpoint':
      return {
        noun,
        name: node.url,
        to: `${at('deliveries')}?tab=receivers`,
        facts: [fact('For', node.description), fact('Enabled', node.enabled ? 'Yes' : 'No'), fact('Why not', node.disabledReason)],
      }
    case 'WebhookDelivery':
      return {
        noun,
        name: node.type,
        to: `${at('deliveries')}?tab=receivers`,
        facts: [
          fact('State', words.word(words.webhookStateWords, node.deliveryState)),
          fact('Attempts', String(node.attemptCount)),
          fact('Next attempt', dayAndTime(node.nextAttemptAt)),
          fact('Settled', dayAndTime(node.settledAt)),
          about(fact('Event', node.eventId), node.eventId),
          about(fact('Receiver', node.endpointId), node.endpointId),
          about(fact('Record', spaced(node.subject.type)), node.subject.id),
        ],
      }
    default:
      return { noun, ...plain(node, at) }
  }
}

// plain describes a record that has little more than a name.
function plain(node: Exclude<Node, Of<'Case' | 'Policy'>>, at: (...parts: string[]) => string): Omit<Described, 'noun'> {
  const name =
    'displayName' in node
      ? node.displayName
      : 'documentName' in node
        ? node.documentName
        : 'name' in node
          ? node.name
          : spaced(node.__typename)
  const found = 'case' in node ? node.case : undefined
  return {
    name,
    ...(found && { to: at('cases', found.id) }),
    facts: [
      ...(found ? ofCase(found, at) : []),
      fact('File', 'fileName' in node ? node.fileName : null),
      fact('E-mail', 'email' in node ? node.email : null),
      fact('Key', 'key' in node ? node.key : null),
      fact('Version', 'version' in node ? String(node.version) : null),
    ],
  }
}

const nouns: Partial<Record<Node['__typename'], string>> = {
  Evidence: 'Evidence handed in',
  Waiver: 'Exception',
  Placement: 'Lender-placed insurance',
  AuditEvent: 'Event',
  WebhookEndpoint: 'Receiver of webhooks',
  WebhookDelivery: 'Delivery to a receiver',
}

// spaced makes words of a name: `RenewalNotice` and `renewalNotice` are `Renewal notice`.
export function spaced(name: string): string {
  const several = name.replace(/^waiver\b/, 'exception').replaceAll(/[._]/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return several.charAt(0).toUpperCase() + several.slice(1)
}

// acted is an action in words: `policy.termStarted` is `Policy: term started`.
export function acted(action: string): string {
  const [noun, verb] = action.split('.', 2)
  return verb === undefined ? spaced(action) : `${spaced(noun!)}: ${spaced(verb).toLowerCase()}`
}

const fact = (name: string, value: string | null | undefined): Fact => ({ name, value: value ?? '' })
const about = (found: Fact, id: string | null | undefined): Fact => (id ? { ...found, to: href('look-up', { q: id }) } : found)
const actorFact = ({ actorKind, actorName }: Of<'AuditEvent'>) =>
  fact('Who', words.actorText(actorName, actorKind))

function ofCase({ id, displayName, loanNumber }: Of<'Asset'>['case'], at: (...parts: string[]) => string): Fact[] {
  const name = loanNumber && loanNumber !== displayName ? `${loanNumber}, ${displayName}` : displayName
  return [{ name: 'Case', value: name, to: at('cases', id) }]
}

function ofPolicy(policy: Of<'EvidenceLink'>['policy'], at: (...parts: string[]) => string): Fact[] {
  return [{ name: 'Policy', value: policy.policyNumber ?? policy.displayName, to: at('policies', policy.id) }, ...ofCase(policy.case, at)]
}
