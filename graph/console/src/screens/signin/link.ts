import type { Refusal } from '../../lib/graphql.ts'
import { refusalOf } from '../../lib/query.ts'
import { signIn } from '../../lib/session.ts'

// oneTimeLink signs in with the link of the address's fragment, if there is one. The fragment is removed first: it must
// not stay in the history.
export async function oneTimeLink(): Promise<Refusal | undefined> {
  const [, link] = /^#link=(.+)$/.exec(location.hash) ?? []
  if (!link) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  try {
    await signIn({ link: decodeURIComponent(link) })
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}
