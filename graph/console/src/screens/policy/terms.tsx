import { PolicyVersionDocument } from '../../gql/graphql.ts'
import { Loading, Money, Problem, Table, type Column } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { money } from '../../lib/format.ts'
import { AssetDetails } from '../case/assets.tsx'
import { Who } from '../case/who.tsx'
import type { Version } from './difference.ts'
import { limitsOf, perilsOf, saidBy, type LimitSaid, type PerilsSaid } from './says.ts'
import { assetOf, type Policy } from './types.ts'

interface TermsProps {
  policy: Policy
  reload(): Promise<void>
}

// Terms are what the policy says today: its current version, whole. Each name says who changed it.
export function Terms({ policy, reload }: TermsProps) {
  const query = useQuery(PolicyVersionDocument, { id: policy.currentVersionId })
  const version = query.data?.policyVersion
  return (
    <section class="card" aria-labelledby="terms">
      <h2 id="terms">What the policy says</h2>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {!version && query.loading && <Loading what="the policy’s terms" />}
      {version && <Said version={version} policy={policy} reload={reload} />}
    </section>
  )
}

// What each line is called in the trail.
const trailed: Readonly<Record<string, readonly string[]>> = {
  'Policy number': ['policyNumber'],
  Term: ['startDate', 'endDate'],
  Carrier: ['carrier'],
  'A.M. Best rating': ['carrier'],
  'Other ratings': ['carrier'],
  Layer: ['coverageLayer'],
  Coverage: ['coverageTypes'],
  Form: ['coverageFormType'],
  Deductible: ['deductible', 'deductibles'],
  Valuation: ['valuation'],
  Coinsurance: ['coinsurancePercent'],
  'Days of notice': ['noticeDays'],
  'Liability form': ['claimsMade'],
  Attachment: ['attachment'],
  Endorsements: ['endorsements'],
  Exclusions: ['exclusions'],
  Placed: ['placement'],
  Premium: ['premium'],
  'Named insureds': ['insureds', 'noInsureds'],
  Clauses: ['mortgageeClauseIds'],
  'Statement of values': ['statedValues'],
  Limits: ['limits'],
  'Perils by asset': ['perils', 'perilsByAsset'],
}

function Said({ version, policy, reload }: TermsProps & { version: Version }) {
  const who = (name: string) =>
    trailed[name] ? (
      <Who subject={policy.id} noun="policy" label={name} members={trailed[name]} mayUndo={policy.case.status !== 'closed'} onUndone={() => void reload()} />
    ) : (
      name
    )
  const stated = (version.statedValues ?? []).map(({ asset, amount }) => `${assetOf(policy)(asset) ?? 'an asset that is gone'}: ${money(amount)}`)
  const limits = limitsOf(version, assetOf(policy))
  const perils = perilsOf(version)
  return (
    <div class="columns two terms">
      <dl class="facts">
        {[...saidBy(version), { name: 'Statement of values', texts: stated }].flatMap(({ name, texts }) => [<dt key={name}>{who(name)}</dt>, <dd key={`${name}=`}>{entries(texts, 'not recorded')}</dd>])}
      </dl>
      <div>
        <h3>{who('Limits')}</h3>
        {limits.length > 0 ? (
          <Table dense caption="Limits" columns={limitColumns} rows={limits} rowKey={(limit) => `${limits.indexOf(limit)}`} />
        ) : (
          <p class="quiet">No limit is recorded.</p>
        )}
        <h3>{who('Perils by asset')}</h3>
        {perils.length === 0 && <p class="quiet">No peril is recorded.</p>}
        <ul class="plain entries perils" aria-label="Perils by asset">
          {perils.map((said) => (
            <Perils key={said.assets.join()} said={said} policy={policy} />
          ))}
        </ul>
      </div>
    </div>
  )
}

const amountOf = ({ amount, terms }: LimitSaid) => (
  <>
    {(amount || terms.length === 0) && <Money value={amount} />}
    {terms.length > 0 && <div class="quiet">{terms.join(', ')}</div>}
  </>
)

const limitColumns: Column<LimitSaid>[] = [
  { key: 'coverage', title: 'Coverage', cell: (limit) => limit.coverage },
  { key: 'kind', title: 'Limit', cell: (limit) => limit.kind },
  { key: 'amount', title: 'Amount', numeric: true, cell: amountOf },
]

function Perils({ said, policy }: { said: PerilsSaid; policy: Policy }) {
  const assets = new Map(policy.case.assets.map((asset) => [asset.id, asset]))
  return (
    <li>
      {said.assets.map((id) => {
        const asset = assets.get(id)
        return asset ? <AssetDetails key={id} asset={asset} /> : <div key={id}>An asset that is not on the case any more</div>
      })}
      <dl class="facts">
        <dt>Evidenced</dt>
        <dd>{said.evidenced.join(', ') || 'none'}</dd>
        <dt>Not evidenced</dt>
        <dd>{said.missing.join(', ') || 'none'}</dd>
      </dl>
    </li>
  )
}

function entries(texts: readonly string[], none: string) {
  if (texts.length === 0) return <span class="quiet">{none}</span>
  return (
    <ul class="plain">
      {texts.map((text, i) => (
        <li key={i}>{text}</li>
      ))}
    </ul>
  )
}
