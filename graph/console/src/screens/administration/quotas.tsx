import type { QuotaName } from '../../gql/enums.ts'
import { QuotasDocument, type QuotasQuery } from '../../gql/graphql.ts'
import { portfolioOfAddress } from '../../lib/address.ts'
import { count } from '../../lib/format.ts'
import { Loading, Problem, Since, Table, type Column } from '../../lib/parts.tsx'
import { portfolios } from '../../lib/portfolios.ts'
import { useQuery } from '../../lib/query.ts'
import { Frame } from './frame.tsx'

type Quota = QuotasQuery['quotas'][number]
type Organization = QuotasQuery['organizations'][number]

const names: Readonly<Record<QuotaName, string>> = {
  documentBytes: 'Files of documents',
  uploadBytes: 'Uploaded files that no document has yet',
  evidenceBytes: 'Files that brokers have begun to hand in',
  records: 'Records',
  caseAssets: 'Assets of one case',
  casePolicies: 'Policies of one case',
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

// sized is a number of bytes as people say it.
export function sized(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** unit).toLocaleString('en-US', { maximumSignificantDigits: 4 })} ${units[unit]}`
}

const amount = (name: QuotaName, value: number) => (name.endsWith('Bytes') ? sized(value) : count(value))

const columns: Column<Quota>[] = [
  { key: 'name', title: 'What', cell: ({ name }) => names[name] ?? name },
  { key: 'used', title: 'Used', numeric: true, cell: ({ name, used }) => (used === null ? <span class="quiet">each case</span> : amount(name, used)) },
  { key: 'most', title: 'At most', numeric: true, cell: ({ name, most }) => (most === null ? 'any amount' : amount(name, most)) },
  { key: 'share', title: 'Share', cell: (quota) => <Share {...quota} /> },
]

function Share({ name, used, most }: Quota) {
  if (used === null || most === null) return null
  const percent = (100 * used) / most
  return (
    <span class="row">
      <progress value={used} max={most} aria-label={`${names[name]}: share used`} />
      <span class={percent >= 90 ? 'bad' : undefined}>{percent > 0 && percent < 1 ? 'less than 1%' : `${Math.floor(percent)}%`}</span>
    </span>
  )
}

// Quotas are how much the portfolio uses and may use, and what the lender's organizations have bought.
export function Quotas() {
  return (
    <Frame part="quotas" title="Quotas">
      <Used />
    </Frame>
  )
}

function Used() {
  const query = useQuery(QuotasDocument, {})
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the quotas" />
  const lender = portfolios.value?.find(({ id }) => id === portfolioOfAddress())?.lenderId
  const organizations = query.data.organizations.filter(({ lenderId }) => lenderId === lender)
  return (
    <>
      <div class="head">
        <h1>Quotas</h1>
        <Since query={query} />
      </div>
      <section class="card" aria-labelledby="room">
        <h2 id="room">Room of this portfolio</h2>
        <Table caption="Quotas of this portfolio" columns={columns} rows={query.data.quotas} rowKey={({ name }) => name} />
        <p class="quiet">Beyond a quota nothing new is taken; what is there stays. The operator gives a portfolio a larger one.</p>
      </section>
      <section class="card" aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <Table caption="Organizations and their plans" columns={planColumns} rows={organizations} rowKey={({ id }) => id} />
      </section>
    </>
  )
}

const planColumns: Column<Organization>[] = [
  { key: 'name', title: 'Organization', cell: ({ name }) => name },
  { key: 'plan', title: 'Plan', cell: ({ plan }) => plan.name },
]
