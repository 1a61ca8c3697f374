import type { ComponentChildren } from 'preact'
import { Day, Money, Status, Time, Verdict } from '../../lib/parts.tsx'
import { mayWrite, sees } from '../../lib/session.ts'
import { caseStatusWords, clauseWords, closeReasonWords, codeWords, managementWords, word } from '../../lib/words.ts'
import { CaseActions } from './case-actions.tsx'
import { Dossier } from './dossier.tsx'
import { EditCase } from './edit-case.tsx'
import { EditBroker, EditInsured } from './edit-party.tsx'
import type { Facts } from './facts.ts'
import { useShown } from './shown.ts'
import { Who } from './who.tsx'

// Head says in one look how the case stands: its verdict and why, its status, whom to ask.
export function Head({ children }: { children: ComponentChildren }) {
  const { facts, names, mayChange, changed } = useShown()
  const verdict = facts.caseVerdict
  return (
    <header class="card case-head">
      <div class="head">
        <h1>{facts.displayName}</h1>
        {!facts.closure && <Verdict value={verdict?.verdict ?? 'notApplicable'} />}
        {!facts.closure && verdict?.lenderPlaced && <Status text="Lender-placed" tone="warn" />}
        <Status text={word(caseStatusWords, facts.status)} tone={facts.status === 'onHold' ? 'warn' : undefined} />
        {mayChange && <EditCase />}
        {mayWrite() && <CaseActions />}
        {sees('READ') && <Dossier />}
        <Who subject={facts.id} noun="case" label="Changes" names={withParties(facts, names)} mayUndo={mayChange} onUndone={changed} />
        <p class="end">{children}</p>
      </div>
      {facts.closure ? <Closed closure={facts.closure} /> : <Why />}
      <dl class="pairs">
        <Fact name="Loan" members={['loanNumber']}>{facts.loanNumber ?? '–'}</Fact>
        {facts.externalId && (
          <Fact name="Key in other systems" members={['externalId']}>
            {facts.externalId}
          </Fact>
        )}
        <Fact name="Amount" members={['loanAmount']}>
          <Money value={facts.loanAmount} />
        </Fact>
        {facts.outstandingBalance && (
          <Fact name="Outstanding balance" members={['outstandingBalance']}>
            <Money value={facts.outstandingBalance} />
          </Fact>
        )}
        <Fact name="Matures" members={['maturityDate']}>
          <Day value={facts.maturityDate} />
        </Fact>
        {facts.federallyRelated !== null && (
          <Fact name="Federally related" members={['federallyRelated']}>
            {facts.federallyRelated ? 'Yes' : 'No'}
          </Fact>
        )}
        <Fact name="Named insured" members={['insuredIds']}>
          {facts.insureds.length === 0 && '–'}
          {facts.insureds.map(({ id, displayName }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {displayName} {mayChange && <EditInsured id={id} name={displayName} />}{' '}
              <Who subject={id} noun="insured" of={displayName} label="Changes" mayUndo={mayChange} onUndone={changed} />
            </span>
          ))}
        </Fact>
        <Fact name="Ask about insurance" members={['insuranceContactIds']}>
          <Contacts of={facts.insuranceContacts} />
        </Fact>
        {facts.insuranceContactsCC.length > 0 && (
          <Fact name="In copy" members={['insuranceContactCCIds']}>
            <Contacts of={facts.insuranceContactsCC} />
          </Fact>
        )}
        <Fact name="Requirements" members={['riskProfileId', 'programId']}>
          {facts.riskProfile ? `${facts.riskProfile.name}, version ${facts.riskProfile.version}` : `Program ${facts.program?.name ?? ''}`}
        </Fact>
        <Fact name="To be named" members={['mortgageeClauseIds']}>{holdersOf(facts) || '–'}</Fact>
        <Fact name="Renewals" members={['managementType']}>{word(managementWords, facts.managementType)}</Fact>
      </dl>
    </header>
  )
}

// holdersOf are those whom policies must name, each once with all that it is named as.
function holdersOf(facts: Facts): string {
  const roles = new Map<string, string[]>()
  for (const { certificateHolder, clauseType } of facts.mortgageeClauses) {
    roles.set(certificateHolder.name, [...(roles.get(certificateHolder.name) ?? []), word(clauseWords, clauseType).toLowerCase()])
  }
  return [...roles].map(([name, types]) => `${name} (${types.join(', ')})`).join('; ')
}

// Fact is a member of the case; its name says who changed it.
function Fact({ name, members, children }: { name: string; members: string[]; children: ComponentChildren }) {
  const { facts, names, mayChange, changed } = useShown()
  return (
    <div>
      <dt>
        <Who subject={facts.id} noun="case" members={members} label={name} names={withParties(facts, names)} mayUndo={mayChange} onUndone={changed} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

// withParties adds the names of those whom the case names.
const withParties = (facts: Facts, names: Map<string, string>) =>
  new Map([
    ...names,
    ...[...facts.insureds, ...facts.insuranceContacts, ...facts.insuranceContactsCC].map(({ id, displayName }) => [id, displayName] as const),
    ...facts.mortgageeClauses.map(({ id, certificateHolder }) => [id, certificateHolder.name] as const),
    ...(facts.riskProfile ? [[facts.riskProfile.id, `${facts.riskProfile.name}, version ${facts.riskProfile.version}`] as const] : []),
  ])

// Closed says why the case is closed, in place of a verdict: there is none any more.
function Closed({ closure }: { closure: NonNullable<Facts['closure']> }) {
  return (
    <p class="note">
      <strong>
        Closed as of <Day value={closure.on} />: {word(closeReasonWords, closure.reason).toLowerCase()}.
      </strong>{' '}
      {closure.note && `“${closure.note}” `}
      <span class="quiet">
        Recorded <Time value={closure.closedAt} />. All of it stays readable; to change it, reopen the case.
      </span>
    </p>
  )
}

// Why is the verdict's reasons in a line, what is missing in money, and when it changes next.
function Why() {
  const { facts } = useShown()
  const verdict = facts.caseVerdict
  return (
    <p class="case-why">
      {verdict?.codes.map((code) => word(codeWords, code)).join(', ')}
      {verdict?.shortfalls.map((sum) => (
        <span key={sum.currency}>
          {' · '}
          <strong>
            <Money value={sum} />
          </strong>{' '}
          short
        </span>
      ))}
      {verdict?.nextChangeOn && (
        <span>
          {verdict.codes.length > 0 && ' · '}Next change: <Day value={verdict.nextChangeOn} distance />
        </span>
      )}
      {facts.onHoldAt && (
        <span>
          {' · '}On hold since <Time value={facts.onHoldAt} />
        </span>
      )}
    </p>
  )
}

function Contacts({ of }: { of: Facts['insuranceContacts'] }) {
  const { mayChange, changed } = useShown()
  if (of.length === 0) return <>nobody is named</>
  return (
    <ul class="plain">
      {of.map((contact) => (
        <li key={contact.id}>
          {contact.displayName}
          {contact.email && contact.email !== contact.displayName && <span class="quiet"> {contact.email}</span>}
          {contact.__typename === 'Broker' && (
            <>
              <span class="quiet"> {[contact.brokerage?.name, contact.phone].filter(Boolean).join(', ')}</span>{' '}
              {mayChange && <EditBroker id={contact.id} name={contact.displayName} />}{' '}
              <Who subject={contact.id} noun="broker" of={contact.displayName} label="Changes" mayUndo={mayChange} onUndone={changed} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
