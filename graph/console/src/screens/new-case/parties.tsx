import { useState } from 'preact/hooks'
import { FindContactsDocument, FindInsuredsDocument, type NewCaseChoicesQuery } from '../../gql/graphql.ts'
import { useQuery } from '../../lib/query.ts'
import type { Party } from './case-draft.ts'
import { Finder } from './finder.tsx'

interface PartiesProps {
  chosen: Party[]
  error?: string | undefined
  // Whether new ones may be made.
  makes?: boolean
  label?: string
  onChange(chosen: Party[]): void
}

// Insureds are found by their names or made, as companies or as persons.
export function Insureds({ chosen, error, makes = true, label = 'Named insureds', onChange }: PartiesProps) {
  const [q, setQ] = useState('')
  const found = useQuery(FindInsuredsDocument, { q: q || '-' }).data?.insureds.nodes ?? []
  return (
    <Finder
      label={label}
      hint={makes ? 'Type a name. Enter takes the insured of that name, or adds a new company.' : 'Type a name to find another insured.'}
      error={error}
      chosen={chosen}
      found={q ? found.map(({ id, displayName }) => ({ id, name: displayName })) : []}
      makes={makes ? [
        { label: 'New company', party: (name) => ({ name, type: 'corporate' }) },
        { label: 'New person', party: (name) => ({ name, type: 'individual' }) },
      ] : []}
      onType={setQ}
      onChange={onChange}
    />
  )
}

type User = NewCaseChoicesQuery['users']['nodes'][number]

// Contacts are brokers, found or made, and the lender's own users.
export function Contacts({ chosen, error, users, makes = true, label = 'Insurance contacts', onChange }: PartiesProps & { users: readonly User[] }) {
  const [q, setQ] = useState('')
  const brokers = useQuery(FindContactsDocument, { q: q || '-' }).data?.brokers.nodes ?? []
  const own = users.filter(({ displayName, email }) => `${displayName} ${email ?? ''}`.toLowerCase().includes(q.toLowerCase())).slice(0, 4)
  const found = [...brokers, ...own].map(({ id, displayName, email }) => ({ id, name: displayName, ...(email && { email }) }))
  return (
    <Finder
      label={label}
      hint={`Type the name or e-mail address of a broker or a colleague. Letters go to them.${makes ? ' Enter adds a new broker.' : ''}`}
      error={error}
      chosen={chosen}
      found={q ? found : []}
      makes={makes ? [{ label: 'New broker', party: (text) => ({ name: text, ...(text.includes('@') && { email: text }) }) }] : []}
      onType={setQ}
      onChange={onChange}
    />
  )
}
