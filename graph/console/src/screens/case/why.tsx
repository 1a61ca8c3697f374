import { useEffect, useRef } from 'preact/hooks'
import { setParams } from '../../lib/address.ts'
import { Day, Money, Status, Verdict } from '../../lib/parts.tsx'
import { codeWords, outcomeWords, word } from '../../lib/words.ts'
import { DocumentButton } from './document-button.tsx'
import type { Policy } from './facts.ts'
import { plain } from './plain.ts'
import { PolicyLink } from './policy-link.tsx'
import { whereOf, type Cell, type Target } from './grid.ts'
import { useShown } from './shown.ts'
import { RequestWaiver } from './request-waiver.tsx'
import { versionOn } from './version.ts'

type Finding = Target['findings'][number]

// Why says why a cell of the grid has its verdict: what is required, what was found, on which policy and version.
export function Why({ cell, on }: { cell: Cell; on: string }) {
  const { facts, mayChange } = useShown()
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
      <Proof cell={cell} policies={policies} on={on} />
      {mayChange && <RequestWaiver cell={cell} />}
    </section>
  )
}

function TargetWhy({ target }: { target: Target }) {
  return (
    <>
      {target.lenderPlaced && <p>Only insurance that the lender placed counts here.</p>}
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
      {target.findings.length === 0 && <p>In compliance.</p>}
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
        <Status text={word(outcomeWords, finding.outcome)} tone={finding.outcome === 'fail' ? 'bad' : 'warn'} />{' '}
        <strong>{finding.message}</strong>
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
        {policy && (
          <div>
            <dt>Policy</dt>
            <dd>
              <PolicyLink policy={policy} version={finding.policyVersionId} />
            </dd>
          </div>
        )}
        {waiver && (
          <div>
            <dt>Exception</dt>
            <dd>
              “{waiver.reason}”
              {waiver.expiresOn && (
                <>
                  {' '}
                  until <Day value={waiver.expiresOn} />
                </>
              )}{' '}
              {waiver.document && <DocumentButton id={waiver.document.id} name={waiver.document.name} />}
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}

// Proof leads to the policies of the coverage type and to the documents about them.
function Proof({ cell, policies, on }: { cell: Cell; policies: Policy[]; on: string }) {
  const { facts } = useShown()
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
          <ul class="plain">
            {policies.map((policy) => (
              <li key={policy.id}>
                <PolicyLink policy={policy} version={versionOn(policy, on)?.id} />
              </li>
            ))}
          </ul>
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
