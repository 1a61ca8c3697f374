import type { ComponentChildren } from 'preact'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { day, daysFromNow } from '../../lib/format.ts'
import { Day, Link, Status, Time } from '../../lib/parts.tsx'
import { mayWrite } from '../../lib/session.ts'
import { cancellationWords, policyStatusWords, stepWords, taskName, taskStateWords, word } from '../../lib/words.ts'
import { Who } from '../case/who.tsx'
import { coverToday, type Cover } from './cover.ts'
import { NotConfirmed } from './not-confirmed.tsx'
import type { Policy } from './types.ts'
import { blockReason } from './why.ts'

// Head says what one asks first: is there cover today, until when, and why does nobody get a notice.
export function Head({ policy, since, reload }: { policy: Policy; since: ComponentChildren; reload(): Promise<void> }) {
  const portfolio = portfolioOfAddress() ?? ''
  const onCase = href(portfolio, 'cases', policy.caseId)
  const facts = [policy.policyNumber && `Policy ${policy.policyNumber}`, policy.carrier?.name, `Term ${policy.termNumber}`].filter(Boolean)
  return (
    <header>
      <p class="crumb">
        <Link to={onCase}>{policy.case.displayName}</Link>
        {policy.case.loanNumber && policy.case.loanNumber !== policy.case.displayName && (
          <span class="quiet"> loan {policy.case.loanNumber}</span>
        )}
      </p>
      <div class="head">
        <h1>{policy.displayName}</h1>
        <Status text={word(policyStatusWords, policy.status)} tone={policy.status === 'active' ? 'good' : 'warn'} />
        <span>{facts.join(' · ')}</span>
        {policy.case.status === 'closed' ? <Status text="Case closed" /> : <Link to={onCase}>New term, cancel, hold… on the case</Link>}
        {mayWrite() && policy.case.status !== 'closed' && (
          <Link to={href(portfolio, 'policies', policy.id, 'correct')} class="button">
            Correct what is recorded
          </Link>
        )}
        <Who subject={policy.id} noun="policy" label="Changes" mayUndo={policy.case.status !== 'closed'} onUndone={() => void reload()} />
        {since}
      </div>
      <NotConfirmed policy={policy} reload={reload} />
      <div class="cards">
        <CoverCard policy={policy} />
        <NoticeCard policy={policy} onCase={onCase} />
        <TaskCard policy={policy} portfolio={portfolio} />
      </div>
    </header>
  )
}

const coverWords: Record<Cover['kind'], string> = {
  covered: 'Covered today',
  cancelled: 'Not covered: cancelled',
  over: 'Not covered: the term has ended',
  gap: 'Not covered: between two terms',
  deactivated: 'Not covered: deactivated',
  notStarted: 'Not covered yet',
  unknown: 'Cover not known',
}

function CoverCard({ policy }: { policy: Policy }) {
  const cover = coverToday(policy)
  const { cancellation } = policy
  return (
    <section class="card" aria-label="Cover today">
      <p class={`answer ${cover.kind === 'covered' ? 'good' : 'bad'}`}>
        <span aria-hidden="true">{cover.kind === 'covered' ? '✓' : cover.kind === 'unknown' ? '?' : '✕'}</span> {coverWords[cover.kind]}
      </p>
      {cover.until && (
        <p>
          Until {day(cover.until)}, {daysFromNow(cover.until)}
        </p>
      )}
      {cover.since && (
        <p>
          Since {day(cover.since)}, {daysFromNow(cover.since)}
        </p>
      )}
      {cover.kind === 'unknown' && <p>The policy’s dates are not all known.</p>}
      {cancellation && (
        <p class="quiet">
          Cancelled on <Day value={cancellation.effectiveDate} />: {word(cancellationWords, cancellation.reason)}.{' '}
          {cancellation.reinstatedOn && (
            <>
              Reinstated on <Day value={cancellation.reinstatedOn} />.
            </>
          )}
        </p>
      )}
    </section>
  )
}

function NoticeCard({ policy, onCase }: { policy: Policy; onCase: string }) {
  const { blockedBy, nextNoticeAt, pausedUntil } = policy.renewal
  const next = policy.renewalNotices.find((n) => n.state === 'planned' && n.dueAt === nextNoticeAt)
  if (!blockedBy) {
    return (
      <section class="card" aria-label="Next notice">
        <p class="answer">Next notice: {nextNoticeAt ? day(nextNoticeAt) : 'none is planned'}</p>
        {nextNoticeAt && (
          <p>
            {next && `${word(stepWords, next.step)}, `}
            {daysFromNow(nextNoticeAt)}
          </p>
        )}
      </section>
    )
  }
  const reason = blockReason(blockedBy)
  return (
    <section class="card" aria-label="Why no notice?">
      <p class="answer warn">
        <span aria-hidden="true">!</span> No notice goes out
      </p>
      <p>{reason.what}</p>
      {pausedUntil && (
        <p>
          At the longest until <Time value={pausedUntil} />.
        </p>
      )}
      {reason.next && (
        <p class="quiet">
          {reason.next} <Link to={onCase}>Open the case</Link>
        </p>
      )}
    </section>
  )
}

function TaskCard({ policy, portfolio }: { policy: Policy; portfolio: string }) {
  const open = policy.tasks.filter((t) => t.state !== 'completed' && t.state !== 'cancelled')
  return (
    <section class="card" aria-label="Open tasks">
      <p class="answer">{open.length === 0 ? 'No open task' : open.length === 1 ? '1 open task' : `${open.length} open tasks`}</p>
      <ul class="plain">
        {open.map((t) => (
          <li key={t.id}>
            <Link to={href(portfolio, 'tasks', { task: t.id })}>{taskName(t)}</Link>{' '}
            <span class="quiet">
              {t.state === 'open' ? '' : `${word(taskStateWords, t.state)}, `}
              {t.dueAt ? `due ${day(t.dueAt)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
