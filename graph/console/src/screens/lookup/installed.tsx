import { href } from '../../lib/address.ts'
import { portfolioName } from '../../lib/portfolios.ts'
import { modeWords, word } from '../../lib/words.ts'
import { Administration } from './administration.tsx'
import { Card } from './card.tsx'
import { spaced } from './record.ts'
import type { Finding } from './search.ts'
import { tokenFacts } from './token.ts'

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>

// Token is a token as operators see it.
export function Token({ token, organization }: Of<'token'>) {
  const whose = organization ? `${organization.name}, for ${organization.lenderName}` : 'Staff of the operator'
  return (
    <Card noun="Token" name={token.name} whose={whose} facts={tokenFacts(token)}>
      <Administration id={token.id} />
    </Card>
  )
}

// Installed is what belongs to no portfolio, or is one.
export function Installed({ finding }: { finding: Of<'portfolio' | 'lender' | 'organization'> }) {
  if (finding.kind === 'portfolio') {
    const { id, lenderName, mode } = finding.portfolio
    return (
      <Card
        noun="Portfolio"
        name={portfolioName(finding.portfolio)}
        to={href(id)}
        whose={lenderName}
        facts={[{ name: 'Mode', value: spaced(word(modeWords, mode)) }]}
      />
    )
  }
  if (finding.kind === 'lender')
    return (
      <Card noun="Lender" name={finding.lender.name} whose="This installation">
        <Administration id={finding.lender.id} />
      </Card>
    )
  const { id, name, lenderName, plan } = finding.organization
  return (
    <Card noun="Organization" name={name} whose={`Works for ${lenderName}`} facts={[{ name: 'Plan', value: plan.key }]}>
      <Administration id={id} />
    </Card>
  )
}
