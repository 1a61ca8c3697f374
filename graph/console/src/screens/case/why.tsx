import { useEffect, useRef } from 'preact/hooks'
import { href, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { Day, Link, Money, Status, Verdict } from '../../lib/parts.tsx'
import { mayWrite } from '../../lib/session.ts'
import { codeWords, outcomeWords, word } from '../../lib/words.ts'
import { DocumentButton } from './document-button.tsx'
import { nameOf, type Policy } from './facts.ts'
import { plain } from './plain.ts'
import { whereOf, type Cell, type Target } from './grid.ts'
import { useShown } from './shown.ts'
import { RequestWaiver } from './request-waiver.tsx'

type Finding = Target['findings'][number]

// Why says why a cell of the grid has its verdict: what is required, what was found, on which policy and version.
export function Why({ cell }: { cell: Cell }) {
  const { facts } = useShown()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [cell.asset, cell.coverageType])
  const policies = facts.policies.filter((policy) => policy.coverageTypes.some(({ id }) => id === cell.coverageType))
  return (
    <section class="why" aria-labelledby="why">
      <header>
        <h3 id="why" tabIndex={-1} ref={heading}>
          Why: {whereOf(cell)}
        </h3>
        <Verdict value={cell.verdict} />
        <button type="button" onClick={() => setParams({ asset: null, coverageType: null }, { push: true })}>
          Close
        </button>
      </header>
      {cell.targets.map((target, i) => (
        <TargetWhy key={i} target={target} />
      ))}
      <Proof cell={cell} policies={policies} />
      {mayWrite() && <RequestWaiver cell={cell} />}
    </section>
  )
}

function TargetWhy({ target }: { target: Target }) {
  return (
    <>
      {target.requiredLimit && (
        <dl class="pairs">
          <div>
            <dt>Limit required</dt>
            <dd>
              <Money value={target.requiredLimit} />
            </dd>
          </div>
          <div>
            <dt>Limit found</dt>
            <dd>
              <Money value={target.foundLimit} />
            </dd>
          </div>
          {target.shortfall && Number(target.shortfall.amount) > 0 && (
            <div>
              <dt>Short</dt>
              <dd>
                <strong>
                  <Money value={target.shortfall} />
                </strong>
              </dd>
            </div>
          )}
        </dl>
      )}
      {target.findings.length === 0 && <p>Insured as the lender demands.</p>}
      <ol class="findings">
        {target.findings.map((finding) => (
          <FindingWhy key={`${finding.code}${finding.policyId ?? ''}${finding.peril?.id ?? ''}`} finding={finding} />
        ))}
      </ol>
    </>
  )
}

function FindingWhy({ finding }: { finding: Finding }) {
  const { facts } = useShown()
  const policy = facts.policies.find(({ id }) => id === finding.policyId)
  const waiver = facts.waivers.find(({ id }) => id === finding.waiverId)
  return (
    <li>
      <p>
        <Status text={word(outcomeWords, finding.outcome)} tone={finding.outcome === 'fail' ? 'bad' : 'warn'} /> <strong>{finding.message}</strong>
      </p>
      <dl class="pairs">
        <div>
          <dt>Reason</dt>
          <dd>{word(codeWords, finding.code)}</dd>
        </div>
        {(finding.required || finding.found) && (
          <>
            <div>
              <dt>Required</dt>
              <dd>{plain(finding.required)}</dd>
            </div>
            <div>
              <dt>Found</dt>
              <dd>{plain(finding.found)}</dd>
            </div>
          </>
        )}
        {policy && <OfPolicy policy={policy} version={finding.policyVersionId} />}
        {waiver && (
          <div>
            <dt>Waived</dt>
            <dd>
              “{waiver.reason}”{waiver.expiresOn && <> until <Day value={waiver.expiresOn} /></>}{' '}
              {waiver.document && <DocumentButton id={waiver.document.id} name={waiver.document.name} />}
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}

// OfPolicy leads to the policy, with the version that counts on the day beside the one before it.
function OfPolicy({ policy, version }: { policy: Policy; version: string | null }) {
  const portfolio = portfolioOfAddress() ?? ''
  const at = policy.versions.findIndex(({ id }) => id === version)
  const found = policy.versions[at]
  const compare = [policy.versions[at - 1]?.id, version].filter((id) => typeof id === 'string')
  return (
    <div>
      <dt>Policy</dt>
      <dd>
        <Link to={href(portfolio, 'policies', policy.id)}>{nameOf(policy)}</Link>
        {found && (
          <>
            {', '}
            <Link to={href(portfolio, 'policies', policy.id, { compare })}>
              version {found.versionNumber} of term {found.termNumber}
            </Link>
          </>
        )}
      </dd>
    </div>
  )
}

// Proof leads to the policies of the coverage type and to the documents about them.
function Proof({ cell, policies }: { cell: Cell; policies: Policy[] }) {
  const { facts } = useShown()
  const portfolio = portfolioOfAddress() ?? ''
  const about = facts.assets.find(({ id }) => id === cell.asset)?.documents ?? []
  const ended = policies.flatMap((policy) => policy.cancellation?.document ?? [])
  const ids = new Set([...about, ...ended].map(({ id }) => id))
  const documents = facts.documents.filter(({ id }) => ids.has(id))
  return (
    <dl class="pairs">
      <div>
        <dt>Policies with this coverage</dt>
        <dd>
          {policies.length === 0 && 'none'}
          {policies.map((policy, i) => (
            <span key={policy.id}>
              {i > 0 && ', '}
              <Link to={href(portfolio, 'policies', policy.id)}>{nameOf(policy)}</Link>
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>Documents about it</dt>
        <dd>
          {documents.length === 0 && <a href="#documents">see all documents of the case</a>}
          {documents.map((document) => (
            <DocumentButton key={document.id} id={document.id} name={document.name} />
          ))}
        </dd>
      </div>
    </dl>
  )
}
