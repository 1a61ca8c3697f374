import { useEffect, useState } from 'preact/hooks'
import { EnteredDocument } from '../gql/graphql.ts'
import { portfolioOfAddress } from './address.ts'
import { ask } from './graphql.ts'
import { portfolios } from './portfolios.ts'
import { entered } from './state.ts'

// useSandbox finds out whether the portfolio of the address is a sandbox, and how late it is there, anew with each screen. It reports whether
// that is known: a screen shows nothing before, for it could be of another day.
export function useSandbox(path: string): boolean {
  const portfolio = portfolioOfAddress()
  const isOwn = !portfolio || (portfolios.value?.some(({ id }) => id === portfolio) ?? false)
  const [known, setKnown] = useState<string>()
  if (entered.value && entered.value.id !== portfolio) entered.value = null
  useEffect(() => {
    if (isOwn) return
    const running = new AbortController()
    ask(EnteredDocument, { id: portfolio }, { portfolio, signal: running.signal }).then(
      ({ sandbox }) => {
        entered.value = sandbox
        setKnown(portfolio)
      },
      () => running.signal.aborted || setKnown(portfolio), // the screen says what is wrong
    )
    return () => running.abort()
  }, [portfolio, isOwn, path])
  return isOwn || known === portfolio
}
