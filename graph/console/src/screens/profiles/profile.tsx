import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { DraftProfileDocument, type ProfilePartsFragment, ProfileDocument, PublishProfileDocument, type RequirementInput, SaveProfileDocument } from '../../gql/graphql.ts'
import { go, href, portfolioOfAddress } from '../../lib/address.ts'
import type { Refusal } from '../../lib/graphql.ts'
import { Confirm, Empty, Link, Loading, Problem, Since } from '../../lib/parts.tsx'
import { refusalOf, useQuery, useWrite } from '../../lib/query.ts'
import { may } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { carriedOverWords, word } from '../../lib/words.ts'
import { useChoices } from './choices.ts'
import { Fields } from './editor.tsx'
import { members } from './members.gen.ts'
import type { Choices } from './members.ts'
import { stateOf } from './profiles.tsx'
import { Trial, TrialResult } from './trial.tsx'
import { givenValues, lines, type Values } from './values.ts'

type Profile = ProfilePartsFragment

// ProfileScreen is one version of a risk profile: what it requires, in words, and its forms while it is a draft.
export function ProfileScreen() {
  const { params } = useRoute()
  const query = useQuery(ProfileDocument, { id: params['id']! })
  const choices = useChoices()
  const profile = query.data?.riskProfile
  useTitle(profile?.name ?? 'Risk profile')
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the risk profile" />
  if (!profile) return <Empty>There is no such risk profile in this portfolio.</Empty>
  const edits = may('SET_REQUIREMENTS') && !profile.isPublished
  return (
    <>
      <p class="crumb">
        <Link to={href(portfolioOfAddress() ?? '', 'profiles')}>Risk profiles</Link>
      </p>
      <div class="head">
        <h1>{profile.name}</h1>
        {stateOf(profile)}
        <span>Version {profile.version}</span>
        <Since query={query} />
      </div>
      {profile.description.split('\n').filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>Renewals: {word(carriedOverWords, profile.carriedOver)}.</p>
      <p class="row">
        <Trial />
        {may(profile.isPublished ? 'SET_REQUIREMENTS' : 'PUBLISH_RISK_PROFILES') && <Moves profile={profile} done={() => void query.reload()} />}
      </p>
      <TrialResult id={profile.id} />
      <h2>Requirements</h2>
      {profile.requirements.length === 0 && <Empty>It requires nothing yet.</Empty>}
      {profile.requirements.map((_, i) => (
        <Requirement key={profile.requirements[i]!.key} profile={profile} at={i} choices={choices} edits={edits} done={() => void query.reload()} />
      ))}
      {edits && <Edit profile={profile} at={profile.requirements.length} choices={choices} done={() => void query.reload()} />}
    </>
  )
}

interface RequirementProps {
  profile: Profile
  at: number
  choices: Choices
  done(): void
}

function Requirement({ edits, ...props }: RequirementProps & { edits: boolean }) {
  const { profile, at, choices } = props
  const [coverage, ...asked] = lines(members, profile.requirements[at] as Values, choices)
  return (
    <section class="card" aria-label={coverage?.[1]}>
      <h3>{coverage?.[1]}</h3>
      <dl class="facts">
        {asked.map(([label, text]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      {edits && (
        <p class="row">
          <Edit {...props} />
          <Remove {...props} />
        </p>
      )}
    </section>
  )
}

// Edit is the button and the form of a requirement: of a new one behind the last.
function Edit({ profile, at, choices, done }: RequirementProps) {
  const [values, setValues] = useState<Values>()
  const [refusal, setRefusal] = useState<Refusal>()
  const { write } = useWrite(SaveProfileDocument)
  const isNew = at === profile.requirements.length
  const errorAt = (pointer: string) => refusal?.violations.find((each) => each.pointer.endsWith(`/requirements/${at}${pointer}`))?.message

  async function save() {
    const requirements = inputs(profile).toSpliced(at, 1, givenValues(members, values) as unknown as RequirementInput)
    try {
      await write({ id: profile.id, input: { requirements } })
    } catch (error) {
      setRefusal(refusalOf(error))
      throw error
    }
    done()
  }

  const open = () => {
    setRefusal(undefined)
    setValues(isNew ? { weight: 1, limitPer: 'TARGET' } : (profile.requirements[at] as Values))
  }
  return (
    <>
      <button type="button" onClick={open}>
        {isNew ? 'Add a requirement' : 'Change'}
      </button>
      {values && (
        <Confirm
          title={isNew ? 'New requirement' : 'Change the requirement'}
          what="The draft is changed; published versions and the verdicts of cases stay as they are."
          action="Save"
          onConfirm={save}
          onClose={() => setValues(undefined)}
        >
          {() => <Fields members={members} values={values} choices={choices} errorAt={errorAt} onChange={setValues} />}
        </Confirm>
      )}
    </>
  )
}

// inputs are the requirements as they are sent back.
function inputs(profile: Profile): RequirementInput[] {
  return profile.requirements.map((each) => givenValues(members, each as Values) as unknown as RequirementInput)
}

function Remove({ profile, at, choices, done }: RequirementProps) {
  const [asking, setAsking] = useState(false)
  const { write } = useWrite(SaveProfileDocument)
  const [coverage] = lines(members, profile.requirements[at] as Values, choices)
  const run = async () => {
    await write({ id: profile.id, input: { requirements: inputs(profile).toSpliced(at, 1) } })
    done()
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Remove
      </button>
      {asking && (
        <Confirm title="Remove the requirement" what={`The draft no longer requires ${coverage?.[1]}.`} action="Remove" danger onConfirm={run} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

// Moves publish a draft, and draft the version after the latest one.
function Moves({ profile, done }: { profile: Profile; done(): void }) {
  const [asking, setAsking] = useState(false)
  const publish = useWrite(PublishProfileDocument)
  const draft = useWrite(DraftProfileDocument)
  if (profile.isPublished && !profile.isLatestVersion) return null
  const run = async () => {
    if (!profile.isPublished) {
      await publish.write({ id: profile.id })
      return done()
    }
    const { createRiskProfileVersion } = await draft.write({ id: profile.id })
    go(href(portfolioOfAddress() ?? '', 'profiles', createRiskProfileVersion.id))
  }
  const action = profile.isPublished ? 'Draft the next version' : 'Publish'
  const what = profile.isPublished
    ? 'A draft is made with the same requirements. Cases keep the version that they have.'
    : 'The version never changes from then on, and cases can have it. Cases keep the version that they have.'
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {action}
      </button>
      {asking && <Confirm title={action} what={what} action={action} onConfirm={run} onClose={() => setAsking(false)} />}
    </>
  )
}
