import { href, portfolioOfAddress } from '../../lib/address.ts'
import { Link } from '../../lib/parts.tsx'
import { nameOf, type Policy } from './facts.ts'

// PolicyLink leads to a policy, and to one of its versions beside the one before it.
export function PolicyLink({ policy, version }: { policy: Policy; version: string | null | undefined }) {
  const portfolio = portfolioOfAddress() ?? ''
  const at = policy.versions.findIndex(({ id }) => id === version)
  const found = policy.versions[at]
  const compare = found ? [String((policy.versions[at - 1] ?? found).versionNumber), String(found.versionNumber)] : []
  return (
    <>
      <Link to={href(portfolio, 'policies', policy.id)}>{nameOf(policy)}</Link>
      {found && (
        <>
          {', '}
          <Link to={href(portfolio, 'policies', policy.id, { compare })}>
            version {found.versionNumber} of term {found.termNumber}
          </Link>
        </>
      )}
    </>
  )
}
