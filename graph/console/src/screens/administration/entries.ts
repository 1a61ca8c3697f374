import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import type { Permission } from '../../gql/enums.ts'
import { href, portfolioOfAddress } from '../../lib/address.ts'

export interface Entry {
  // The part of the address behind /administration/, or the name of a screen that stands alone.
  part: string
  name: string
  what: string
  // Who lacks it does not see the entry.
  needs: Permission
  screen?: ComponentType
}

// The screens of the administration, in the order of their tabs: an entry here is all that a new one takes.
export const entries: readonly Entry[] = [
  {
    part: 'people',
    name: 'People',
    what: 'Who signs in, with which roles, and when they came last. Suspend and reactivate them.',
    needs: 'ADMINISTER_PEOPLE',
    screen: lazy(() => import('./people.tsx').then((m) => m.People)),
  },
  {
    part: 'roles',
    name: 'Roles',
    what: 'What each role may do.',
    needs: 'ADMINISTER_PEOPLE',
    screen: lazy(() => import('./roles.tsx').then((m) => m.Roles)),
  },
  {
    part: 'letters',
    name: 'Letters',
    what: 'How letters to borrowers and brokers are worded, with a preview for a policy of yours.',
    needs: 'ADMINISTER_LETTERS',
    screen: lazy(() => import('./letters.tsx').then((m) => m.Letters)),
  },
  {
    part: 'notices',
    name: 'Notices',
    what: 'What notices of lender-placed insurance say, held against what the law asks of them.',
    needs: 'ADMINISTER_LETTERS',
    screen: lazy(() => import('./notices/notices.tsx').then((m) => m.Notices)),
  },
  {
    part: 'profiles',
    name: 'Risk profiles',
    what: 'What you require of a loan’s insurance: drafts, a trial on your cases, and what is published.',
    needs: 'SET_REQUIREMENTS',
  },
  {
    part: 'webhooks',
    name: 'Webhooks',
    what: 'Programs that are told of events: their addresses, secrets and deliveries.',
    needs: 'ADMINISTER_WEBHOOKS',
    screen: lazy(() => import('./webhooks.tsx').then((m) => m.Webhooks)),
  },
  {
    part: 'service-accounts',
    name: 'Service accounts',
    what: 'Programs that use the API: what they may do, and until when.',
    needs: 'ADMINISTER_TOKENS',
    screen: lazy(() => import('./accounts.tsx').then((m) => m.Accounts)),
  },
  {
    part: 'imports',
    name: 'Imports',
    what: 'Records out of CSV and Excel files: tried, written, released, undone.',
    needs: 'READ',
    screen: lazy(() => import('./imports/imports.tsx').then((m) => m.Imports)),
  },
  {
    part: 'exports',
    name: 'Exports',
    what: 'The portfolio as files for a warehouse or an examiner: now, or regularly.',
    needs: 'READ',
    screen: lazy(() => import('./exports/exports.tsx').then((m) => m.Exports)),
  },
  {
    part: 'sandboxes',
    name: 'Sandboxes',
    what: 'Books to try things in, whose clocks you move: months of letters and lapses in seconds.',
    needs: 'READ',
    screen: lazy(() => import('./sandboxes/sandboxes.tsx').then((m) => m.Sandboxes)),
  },
  {
    part: 'quotas',
    name: 'Quotas',
    what: 'How much room this portfolio uses, how much it may use, and your plan.',
    needs: 'SEE_ORGANIZATIONS',
    screen: lazy(() => import('./quotas.tsx').then((m) => m.Quotas)),
  },
]

// addressOf is where an entry leads to in the portfolio of the address; an id opens one of its records.
export function addressOf({ part, screen }: Pick<Entry, 'part' | 'screen'>, id?: string): string {
  const parts = [...(screen ? ['administration'] : []), part, ...(id ? [id] : [])]
  return href(portfolioOfAddress() ?? '', ...parts)
}

// recordAddress is where a record of an administration screen is.
export const recordAddress = (part: string, id: string) => href(portfolioOfAddress() ?? '', 'administration', part, id)
