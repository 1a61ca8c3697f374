import { CaseToInsureDocument } from '../../gql/graphql.ts'
import { href, param, portfolioOfAddress } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Verdict } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { CaseForm } from './case-form.tsx'
import { AddPolicy } from './add-policy.tsx'

// NewCase is a case made on one page: the case as a whole first, then its policies.
export function NewCase() {
  const id = param('case')
  useTitle(id ? 'Add a policy' : 'New case')
  if (!mayWrite()) return <Empty>Your role reads only. Ask somebody who may write to open the case.</Empty>
  return (
    <article class="stack">
      <div class="head">
        <h1>{id ? 'Add a policy' : 'New case'}</h1>
        <ol class="steps">
          <li aria-current={id ? undefined : 'step'}>The case</li>
          <li aria-current={id ? 'step' : undefined}>Its policies</li>
        </ol>
      </div>
      {id ? <PolicyOf key={id} id={id} /> : <CaseForm />}
    </article>
  )
}

function PolicyOf({ id }: { id: string }) {
  const query = useQuery(CaseToInsureDocument, { id })
  const portfolio = portfolioOfAddress() ?? ''
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the case" />
  const facts = query.data.case
  if (!facts) return <Empty>There is no such case in this portfolio. Begin with a new one.</Empty>
  return (
    <>
      <p class="crumb">
        <Link to={href(portfolio, 'cases', id)}>{facts.displayName}</Link> <Verdict value={facts.caseVerdict?.verdict ?? 'notApplicable'} />{' '}
        <span class="quiet">
          {facts.riskProfile ? `${facts.riskProfile.name}, version ${facts.riskProfile.version}` : facts.program?.name}
          {facts.policies.length > 0 && ` · has ${facts.policies.map(({ policyNumber, displayName }) => policyNumber ?? displayName).join(', ')}`}
        </span>
      </p>
      <AddPolicy facts={facts} reload={query.reload} />
    </>
  )
}
