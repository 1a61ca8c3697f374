import type { ComponentChildren } from 'preact'
import { Empty } from '../../lib/parts.tsx'
import { sees, viewer } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { roleWords, word } from '../../lib/words.ts'
import { addressOf, entries } from './entries.ts'

// Frame is what is around each screen of the administration: the tabs, or why somebody does not see it.
export function Frame({ part, title, children }: { part: string; title: string; children: ComponentChildren }) {
  useTitle(title)
  const entry = entries.find((one) => one.part === part)!
  if (!sees(entry.needs)) return <NotYours name={entry.name} />
  return (
    <>
      <nav class="tabs" aria-label="Administration">
        {entries
          .filter(({ needs }) => sees(needs))
          .map((one) => (
            <a key={one.part} href={addressOf(one)} aria-current={one === entry ? 'page' : undefined}>
              {one.name}
            </a>
          ))}
      </nav>
      {children}
    </>
  )
}

// NotYours says who may see what is at the address.
export function NotYours({ name }: { name: string }) {
  const { roles, staffRole } = viewer.value!
  const own = staffRole ? staffRole.toLowerCase() : roles.map((role) => word(roleWords, role).toLowerCase()).join(', ')
  return (
    <>
      <h1>{name}</h1>
      <Empty>
        This page is for administrators of the lender. You are signed in as {own || 'nobody with a role'}. Ask your administrator, or ask them
        for the role.
      </Empty>
    </>
  )
}
