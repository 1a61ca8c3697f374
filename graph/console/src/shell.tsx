import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { addressChanged, go, href, navigateWith, portfolioOfAddress } from './lib/address.ts'
import { Empty, Link, Loading } from './lib/parts.tsx'
import { useSandbox } from './lib/sandbox.ts'
import { day } from './lib/format.ts'
import { portfolioName, portfolios } from './lib/portfolios.ts'
import { mayWrite, sees, signOut, viewer } from './lib/session.ts'
import { connected, entered } from './lib/state.ts'
import { useTitle } from './lib/title.ts'
import { entries } from './screens/administration/entries.ts'
import { parameters } from './screens/lookup/pasted.ts'

const places: readonly [string, string][] = [
  ['', 'Board'],
  ['cases', 'Cases'],
  ['policies', 'Policies'],
  ['tasks', 'Tasks'],
  ['waivers', 'Exceptions'],
  ['placements', 'Lender-placed'],
  ['profiles', 'Profiles'],
  ['deliveries', 'Deliveries'],
  ['administration', 'Admin'],
]

const isSeen = ([part]: readonly [string, string]) => part !== 'administration' || entries.some(({ needs, screen }) => screen && sees(needs))

// Shell is what is around every screen.
export function Shell({ children }: { children: ComponentChildren }) {
  const { path, route, url } = useLocation()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const isKnown = useSandbox(path)
  navigateWith(route)
  useLayoutEffect(addressChanged, [url])
  useEffect(searchByKey, [])
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [path])
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="top">
        <Link to={href()} class="brand">
          covertrack
        </Link>
        <PortfolioSwitch />
        <Places path={path} />
        <LookUpBox />
        <Person />
      </header>
      {!connected.value && (
        <p class="offline" role="alert">
          The connection is lost. What is shown may be out of date; the page reconnects automatically.
        </p>
      )}
      <InSandbox />
      <main id="main" tabIndex={-1} ref={main}>
        {isKnown ? children : <Loading />}
      </main>
    </>
  )
}

// searchByKey lets `/` and Ctrl-K (⌘K) go to the search: the screen's own, else the look-up at the top.
function searchByKey() {
  const pressed = (event: KeyboardEvent) => {
    if (!asksForSearch(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    const box = document.querySelector<HTMLInputElement>('main .seek') ?? document.querySelector<HTMLInputElement>('.lookup input')
    box?.focus()
    box?.select()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  const types = (event.target as Element).closest('input, select, textarea') !== null
  return event.key === '/' && !types && !event.ctrlKey && !event.metaKey && !event.altKey
}

// InSandbox says that nothing here is real, and how late it is.
function InSandbox() {
  if (!entered.value) return null
  const { id, name, now, state } = entered.value
  return (
    <p class="offline" role="status">
      Sandbox {name}: it is {day(now)} here{state === 'advancing' && ', and the clock is moving'}.{' '}
      <Link to={href(id, 'administration', 'sandboxes', id)}>Clock and mailbox</Link>
    </p>
  )
}

function PortfolioSwitch() {
  const current = portfolioOfAddress()
  const { path } = useLocation()
  const place = places.find(([part]) => part && path.split('/')[3] === part)?.[0]
  const open = (id: string) => go(id ? (place ? href(id, place) : href(id)) : href())
  return (
    <select aria-label="Portfolio" value={current ?? ''} onChange={(event) => open(event.currentTarget.value)}>
      <option value="">All portfolios</option>
      {entered.value && <option value={entered.value.id}>{entered.value.name}, sandbox</option>}
      {portfolios.value?.map((portfolio) => (
        <option key={portfolio.id} value={portfolio.id}>
          {portfolioName(portfolio)}
        </option>
      ))}
    </select>
  )
}

function Places({ path }: { path: string }) {
  const portfolio = portfolioOfAddress()
  if (!portfolio) return <nav aria-label="Screens" />
  const here = path.split('/')[3] ?? ''
  return (
    <nav aria-label="Screens">
      {places.filter(isSeen).map(([part, name]) => (
        <a key={part} href={part ? href(portfolio, part) : href(portfolio)} aria-current={part === here ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function LookUpBox() {
  const box = useRef<HTMLInputElement>(null)
  const search = (event: Event) => {
    event.preventDefault()
    const asked = parameters(box.current!.value)
    if (!asked) return
    box.current!.value = ''
    go(href('look-up', asked))
  }
  return (
    <form role="search" class="lookup" onSubmit={search}>
      <input ref={box} type="search" name="q" aria-label="Look up any id or loan number" aria-keyshortcuts="/ Control+K" placeholder="Id or loan number" title="Press / or Ctrl-K" />
    </form>
  )
}

function Person() {
  const { name } = viewer.value!
  const role = mayWrite() ? 'may write' : 'reads only'
  return (
    <div class="person">
      <span title={`Signed in as ${name}, who ${role}`}>
        {name} {!mayWrite() && <span class="quiet">{role}</span>}
      </span>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </div>
  )
}

// Missing is shown at an address that is none of the console's.
export function Missing() {
  useTitle('No such page')
  return (
    <Empty>
      There is no such page. <Link to={href()}>Open the board</Link>
    </Empty>
  )
}
