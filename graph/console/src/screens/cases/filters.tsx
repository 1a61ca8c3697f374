import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CaseStatus } from '../../gql/enums.ts'
import { CasesCatalogDocument, type CasesCatalogQuery } from '../../gql/graphql.ts'
import { list, param, portfolioOfAddress, setParams } from '../../lib/address.ts'
import { ask } from '../../lib/graphql.ts'
import { Chips } from '../../lib/parts.tsx'
import { caseStatusWords, codeWords, verdictMeanings, verdicts, verdictWords, word } from '../../lib/words.ts'
import { type Chip, chips, toggled } from './filter.ts'

const profiles = { true: 'With a risk profile', false: 'Without a risk profile' } as const

const placings = { true: 'Lender-placed', false: 'Not lender-placed' } as const

// The catalog is the same everywhere and changes with releases only, so it is asked for once, and not before it is
// needed.
const catalog = signal<CasesCatalogQuery['coverageTypes']['nodes']>([])

async function readCatalog() {
  if (catalog.value.length > 0) return
  const answer = await ask(CasesCatalogDocument, {}, { portfolio: portfolioOfAddress() })
  catalog.value = answer.coverageTypes.nodes
}

const choicesOf = <T extends string>(words: Readonly<Record<T, string>>) =>
  (Object.keys(words) as T[]).map((value) => ({ value, label: word(words, value) }))

// Filters are the chips of the list: the verdicts at once, the others on demand. All of them stand in the address.
export function Filters() {
  const address = new URLSearchParams(location.search)
  const rarer = chips(address).filter(({ member, value }) => member !== 'verdict' || !(verdicts as readonly string[]).includes(value))
  const needed = list('coverageType').length > 0
  useEffect(() => {
    if (needed) void readCatalog().catch(() => undefined)
  }, [needed])
  return (
    <div class="filters">
      <Chips
        label="Verdict"
        choices={verdicts.map((value) => ({ value, label: verdictWords[value], title: verdictMeanings[value] }))}
        chosen={list('verdict')}
        onChange={(verdict) => setParams({ verdict })}
      />
      <details onToggle={(event) => event.currentTarget.open && void readCatalog().catch(() => undefined)}>
        <summary>More filters{rarer.length > 0 && ` (${rarer.length})`}</summary>
        <Rarer />
      </details>
      {rarer.length > 0 && <Active several={rarer} address={address} />}
    </div>
  )
}

function Rarer() {
  return (
    <div class="panel">
      <h3>Status</h3>
      <Chips label="Status" choices={choicesOf(caseStatusWords)} chosen={list('status')} onChange={(status) => setParams({ status })} />
      <h3>Reason</h3>
      <Chips label="Reason" choices={choicesOf(codeWords)} chosen={list('code')} onChange={(code) => setParams({ code })} />
      <h3>Coverage not in compliance</h3>
      <Chips
        label="Coverage not in compliance"
        choices={catalog.value.map(({ key, name }) => ({ value: key, label: name }))}
        chosen={list('coverageType')}
        onChange={(coverageType) => setParams({ coverageType })}
      />
      <h3>Risk profile</h3>
      <Chips
        label="Risk profile"
        choices={choicesOf(profiles)}
        chosen={[param('hasRiskProfile')]}
        single
        onChange={([hasRiskProfile]) => setParams({ hasRiskProfile })}
      />
      <h3>Insurance</h3>
      <Chips
        label="Insurance"
        choices={choicesOf(placings)}
        chosen={[param('lenderPlaced')]}
        single
        onChange={([lenderPlaced]) => setParams({ lenderPlaced })}
      />
    </div>
  )
}

// Active are the filters of the closed panel, each of which can be taken out. A value that nobody knows is shown as it
// is.
function Active({ several, address }: { several: Chip[]; address: URLSearchParams }) {
  return (
    <ul class="chips" aria-label="Filters in use">
      {several.map((chip) => (
        <li key={`${chip.member}=${chip.value}`}>
          <button
            type="button"
            class="chip"
            aria-label={`Remove the filter ${named(chip)}`}
            onClick={() => setParams(toggled(address, chip))}
          >
            {named(chip)} <span aria-hidden="true">✕</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function named({ member, value }: Chip): string {
  const words: Partial<Record<string, string>> =
    { status: caseStatusWords, code: codeWords, hasRiskProfile: profiles, lenderPlaced: placings }[member as string] ?? {}
  if (member === 'coverageType') return catalog.value.find(({ id, key }) => id === value || key === value)?.name ?? value
  if (member === 'statusWithoutHold') return `${word(caseStatusWords, value as CaseStatus)}, also on hold`
  return words[value] ?? value
}
