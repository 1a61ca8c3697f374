import { useRoute } from 'preact-iso'
import type { RenewalStep } from '../../gql/enums.ts'
import { WordingsDocument, type WordingsQuery } from '../../gql/graphql.ts'
import { go } from '../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, type Column } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { stepWords, word } from '../../lib/words.ts'
import { recordAddress } from './entries.ts'
import { Frame } from './frame.tsx'
import { LetterPage } from './letter.tsx'

export type BuiltIn = WordingsQuery['builtInLetters'][number]
export type Own = WordingsQuery['letterTemplates']['nodes'][number]

interface Row {
  step: RenewalStep
  builtIn: BuiltIn
  own: Own | undefined
}

// When each letter goes out; which steps there are, the server says.
export const whenWords: Readonly<Partial<Record<RenewalStep, string>>> = {
  request: 'Asks for evidence of the renewal, before the policy ends',
  reminder: 'Asks again',
  final: 'Asks for the last time before the policy ends',
  lapsed: 'Says that the policy has ended',
  warning: 'Warns of lender-placed insurance',
  forcePlacementReview: 'Says that lender-placed insurance is being considered',
  deficiency: 'Asks to correct what is not in compliance',
  deficiencyReminder: 'Asks again to correct it',
  deficiencyFinal: 'Asks for the last time to correct it',
}

const columns: Column<Row>[] = [
  {
    key: 'step',
    title: 'Letter',
    cell: ({ step }) => (
      <>
        <Link to={recordAddress('letters', step)}>{word(stepWords, step)}</Link>
        <span class="of">{whenWords[step]}</span>
      </>
    ),
  },
  { key: 'wording', title: 'Wording', cell: ({ own }) => (own ? <Status text={`Your own, version ${own.version}`} tone="good" /> : <Status text="Built in" />) },
  { key: 'since', title: 'Since', cell: ({ own }) => own && <Time value={own.createdAt} /> },
  { key: 'subject', title: 'Subject', cell: ({ own, builtIn }) => (own ?? builtIn).subject },
]

// Letters are the kinds of letters with how each is worded, or one of them.
export function Letters() {
  const { params } = useRoute()
  return (
    <Frame part="letters" title="Letters">
      <Read step={params['id']} />
    </Frame>
  )
}

function Read({ step }: { step: string | undefined }) {
  const query = useQuery(WordingsDocument, {})
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the wordings" />
  const own = query.data.letterTemplates.nodes
  const rows = query.data.builtInLetters.map((builtIn): Row => ({ step: builtIn.step, builtIn, own: own.find((one) => one.step === builtIn.step) }))
  if (step) {
    const row = rows.find((one) => one.step === step)
    return row ? <LetterPage builtIn={row.builtIn} own={row.own} query={query} /> : <Empty>There is no such letter.</Empty>
  }
  return (
    <>
      <div class="head">
        <h1>Letters</h1>
        <Since query={query} />
      </div>
      <p class="quiet">
        Each letter has one wording: the built-in one, in English, or your own, in whatever language you write it. What is asked for, the link and whom
        to answer always follow.
      </p>
      <section id="found" class="card" aria-busy={query.loading}>
        <Table caption="Letters" columns={columns} rows={rows} rowKey={(row) => row.step} onOpen={(row) => go(recordAddress('letters', row.step))} />
      </section>
    </>
  )
}
