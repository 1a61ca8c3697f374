import { param, withParams } from '../../lib/address.ts'
import { Link } from '../../lib/parts.tsx'
import { useTitle } from '../../lib/title.ts'
import { NoticesTab } from './notices.tsx'
import { ReceiversTab } from './receivers.tsx'

const tabs = [
  ['notices', 'Notices to people'],
  ['receivers', 'Receivers of events'],
] as const

// Deliveries is what went out, or did not: notices to people, and events to other programs.
export function Deliveries() {
  useTitle('Deliveries')
  const tab = param('tab') === 'receivers' ? 'receivers' : 'notices'
  const nothingElse = { state: null, endpoint: null, step: null, 'due[gte]': null, 'due[lt]': null }
  return (
    <>
      <header class="head">
        <h1>Deliveries</h1>
      </header>
      <nav class="tabs" aria-label="Kinds of deliveries">
        {tabs.map(([key, name]) => (
          <TabLink key={key} to={withParams({ ...nothingElse, tab: key })} name={name} current={tab === key} />
        ))}
      </nav>
      {tab === 'notices' ? <NoticesTab /> : <ReceiversTab />}
    </>
  )
}

function TabLink({ to, name, current }: { to: string; name: string; current: boolean }) {
  if (!current) return <Link to={to}>{name}</Link>
  return (
    <a href={to} aria-current="page">
      {name}
    </a>
  )
}
