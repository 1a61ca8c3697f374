import { ErrorBoundary, lazy, LocationProvider, Route, Router } from 'preact-iso'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Loading, Problem } from './lib/parts.tsx'
import { refusalOf } from './lib/query.ts'
import type { Refusal } from './lib/graphql.ts'
import { findViewer, viewer } from './lib/session.ts'
import { sessionEnded } from './lib/state.ts'
import { Board } from './screens/board/board.tsx'
import { AllPortfolios } from './screens/board/all.tsx'
import { entries } from './screens/administration/entries.ts'
import { oneTimeLink } from './screens/signin/link.ts'
import { SignIn, SignInAgain } from './screens/signin/signin.tsx'
import { Missing, Shell } from './shell.tsx'

// The board is on the first page; every other screen is loaded when it is opened.
const screens: readonly [string, ComponentType][] = [
  ['/console', AllPortfolios],
  ['/console/look-up', lazy(() => import('./screens/lookup/lookup.tsx').then((m) => m.LookUp))],
  ['/console/:portfolio', Board],
  ['/console/:portfolio/cases', lazy(() => import('./screens/cases/cases.tsx').then((m) => m.Cases))],
  ['/console/:portfolio/cases/:id', lazy(() => import('./screens/case/case.tsx').then((m) => m.CaseScreen))],
  ['/console/:portfolio/new-case', lazy(() => import('./screens/new-case/new-case.tsx').then((m) => m.NewCase))],
  ['/console/:portfolio/policies/:id/correct', lazy(() => import('./screens/new-case/correct.tsx').then((m) => m.CorrectPolicy))],
  ['/console/:portfolio/policies', lazy(() => import('./screens/policies/policies.tsx').then((m) => m.Policies))],
  ['/console/:portfolio/policies/:id', lazy(() => import('./screens/policy/policy.tsx').then((m) => m.PolicyScreen))],
  ['/console/:portfolio/tasks', lazy(() => import('./screens/tasks/tasks.tsx').then((m) => m.Tasks))],
  ['/console/:portfolio/waivers', lazy(() => import('./screens/waivers/waivers.tsx').then((m) => m.Waivers))],
  ['/console/:portfolio/placements', lazy(() => import('./screens/placements/placements.tsx').then((m) => m.Placements))],
  ['/console/:portfolio/profiles', lazy(() => import('./screens/profiles/profiles.tsx').then((m) => m.Profiles))],
  ['/console/:portfolio/profiles/:id', lazy(() => import('./screens/profiles/profile.tsx').then((m) => m.ProfileScreen))],
  ['/console/:portfolio/deliveries', lazy(() => import('./screens/deliveries/deliveries.tsx').then((m) => m.Deliveries))],
  ['/console/:portfolio/administration', lazy(() => import('./screens/administration/administration.tsx').then((m) => m.Administration))],
  ...entries.flatMap(({ part, screen }): [string, ComponentType][] => (screen ? [[`/console/:portfolio/administration/${part}/:id?`, screen]] : [])),
]

export function App() {
  const start = useStart()
  if (start.refusal && start.refusal.status !== 401) return <Problem refusal={start.refusal} retry={start.again} />
  if (start.loading) return <Loading />
  if (!viewer.value) return <SignIn {...(start.linkRefusal && { refusal: start.linkRefusal })} />
  return (
    <LocationProvider scope="/console">
      <Shell>
        <ErrorBoundary>
          <Router>
            {screens.map(([path, component]) => (
              <Route key={path} path={path} component={Fresh(component)} />
            ))}
            <Route default component={Missing} />
          </Router>
        </ErrorBoundary>
      </Shell>
      {sessionEnded.value && <SignInAgain />}
    </LocationProvider>
  )
}

const fresh = new Map<ComponentType, ComponentType<{ params?: Record<string, string> }>>()

// Fresh makes a screen start anew for another record: nothing of one is ever shown under the address of another.
function Fresh(Screen: ComponentType) {
  if (!fresh.has(Screen)) fresh.set(Screen, ({ params }) => <Screen key={Object.values(params ?? {}).join('/')} />)
  return fresh.get(Screen)!
}

// useStart finds out who is signed in, by the session's cookie or the one-time link of the address.
function useStart() {
  const [state, setState] = useState<{ loading: boolean; refusal?: Refusal; linkRefusal?: Refusal }>({ loading: true })
  async function start() {
    setState({ loading: true })
    const linkRefusal = await oneTimeLink()
    try {
      await findViewer()
      sessionEnded.value = false
      setState({ loading: false })
    } catch (error) {
      sessionEnded.value = false
      setState({ loading: false, refusal: refusalOf(error), ...(linkRefusal && { linkRefusal }) })
    }
  }
  useEffect(() => void start(), [])
  return { ...state, again: () => void start() }
}
