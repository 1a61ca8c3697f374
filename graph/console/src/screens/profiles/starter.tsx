import { useState } from 'preact/hooks'
import { AddStarterProfileDocument, StarterProfilesDocument, type StarterProfilesQuery } from '../../gql/graphql.ts'
import { go, href, portfolioOfAddress } from '../../lib/address.ts'
import { Confirm, Field, Loading, Problem, Table, type Column } from '../../lib/parts.tsx'
import { useQuery, useWrite } from '../../lib/query.ts'
import { members } from './members.gen.ts'

type Profile = StarterProfilesQuery['starterProfiles'][number]
type Asked = Profile['members'][number]

const labels = new Map(members.map(({ name, label }) => [name, label]))
const columns: Column<Asked>[] = [
  { key: 'requirement', title: 'Requirement', cell: (row) => words(row.requirement) },
  { key: 'member', title: 'What it requires', cell: (row) => labels.get(row.name) ?? row.name },
  { key: 'source', title: 'Source', cell: (row) => row.source },
  { key: 'edition', title: 'Edition', cell: (row) => row.edition },
]

// words are those of a requirement's key: `named-storm` is “Named storm”.
function words(key: string): string {
  const text = key.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// StartFrom is the button and the dialog that draft a risk profile as one to begin with.
export function StartFrom() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Start from …
      </button>
      {open && <Choose onClose={() => setOpen(false)} />}
    </>
  )
}

function Choose({ onClose }: { onClose(): void }) {
  const query = useQuery(StarterProfilesDocument, {})
  const { write } = useWrite(AddStarterProfileDocument)
  const [chosen, setChosen] = useState<string>()
  const profiles = query.data?.starterProfiles ?? []
  const profile = profiles.find(({ key }) => key === chosen) ?? profiles[0]

  async function add() {
    if (!profile) return
    const { addStarterProfile } = await write({ input: { key: profile.key } })
    go(href(portfolioOfAddress() ?? '', 'profiles', addStarterProfile.id))
  }

  return (
    <Confirm
      title="Start from a risk profile"
      what="A draft is made, which is yours: compare it with your loan agreements and with the sources before you publish it."
      action="Make the draft"
      onConfirm={add}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
          {!query.data && query.loading && <Loading what="risk profiles to begin with" />}
          {profile && (
            <>
              <Field label="Risk profile" error={errorAt('key')}>
                <select value={profile.key} onChange={(event) => setChosen(event.currentTarget.value)}>
                  {profiles.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </select>
              </Field>
              <p>{profile.description.split('\n')[0]}</p>
              <Table caption={`What ${profile.name} requires`} columns={columns} rows={profile.members} rowKey={(row) => `${row.requirement}.${row.name}`} />
            </>
          )}
        </>
      )}
    </Confirm>
  )
}
