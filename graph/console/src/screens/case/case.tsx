import { useRoute } from 'preact-iso'
import { useState } from 'preact/hooks'
import { CaseScreenDocument } from '../../gql/graphql.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { mayWrite } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Assets } from './assets.tsx'
import { Coverage } from './coverage.tsx'
import { Documents } from './documents.tsx'
import { namesOf } from './facts.ts'
import { Head } from './head.tsx'
import { useLive } from './live.ts'
import { Placements } from './placements.tsx'
import { Policies } from './policies.tsx'
import { ShownContext, type Shown } from './shown.ts'
import { OpenTasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'
import { ToCome } from './to-come.tsx'
import { Waivers } from './waivers.tsx'

// CaseScreen is all of a case: how it is insured and why, what happened, and what can be done.
export function CaseScreen() {
  const id = useRoute().params['id'] ?? ''
  const query = useQuery(CaseScreenDocument, { id })
  const [revision, setRevision] = useState(0)
  const [done, setDone] = useState('')
  const reload = () => {
    setRevision((n) => n + 1)
    void query.reload()
  }
  const facts = query.data?.case
  const live = useLive(facts?.id, reload)
  useTitle(facts?.displayName ?? 'Case')
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the case" />
  if (!facts) return <NoSuchCase />
  const notices = query.data.renewalNotices.nodes
  const placements = query.data.placements.nodes
  const subjects = [...query.data.evidence.nodes, ...query.data.evidenceLinks.nodes].map((record) => record.id)
  const shown: Shown = {
    facts,
    notices,
    placements,
    subjects,
    mayChange: mayWrite() && facts.status !== 'closed',
    revision,
    names: namesOf(facts, notices, placements),
    demands: new Set(facts.riskProfile?.requirements.map((requirement) => requirement.coverageType)),
    changed: (message) => {
      setDone(message)
      reload()
    },
  }
  return (
    <ShownContext.Provider value={shown}>
      <article class="case stack">
        <Head>
          <Since query={query} />
          {live && ' · '}
          <span class="quiet">{live}</span>
        </Head>
        <p class="done" role="status">
          {done}
        </p>
        <div class="columns side">
          <div class="stack">
            <Coverage />
            <Policies />
            <Assets />
            <Waivers />
            <Placements />
            <Documents />
          </div>
          <div class="stack">
            <OpenTasks />
            <ToCome />
            <Timeline />
          </div>
        </div>
      </article>
    </ShownContext.Provider>
  )
}

function NoSuchCase() {
  useTitle('No such case')
  const portfolio = portfolioOfAddress() ?? ''
  return (
    <Empty>
      There is no such case in this portfolio. <Link to={href(portfolio, 'cases')}>Search the cases</Link>, or look its id up in all
      portfolios with the box at the top.
    </Empty>
  )
}
