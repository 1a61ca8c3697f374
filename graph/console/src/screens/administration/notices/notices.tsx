import { useRoute } from 'preact-iso'
import { NoticeWordingsDocument, type NoticeWordingsQuery } from '../../../gql/graphql.ts'
import { go } from '../../../lib/address.ts'
import { Empty, Link, Loading, Problem, Since, Status, Table, Time, type Column } from '../../../lib/parts.tsx'
import { useQuery } from '../../../lib/query.ts'
import { recordAddress } from '../entries.ts'
import { Frame } from '../frame.tsx'
import { NoticePage } from './notice.tsx'

export type Programme = NoticeWordingsQuery['noticeProgrammes'][number]
export type Step = Programme['steps'][number]
export type Own = NoticeWordingsQuery['noticeWordings']['nodes'][number]

export interface Row {
  key: string
  programme: Programme
  step: Step
  own: Own | undefined
}

const columns: Column<Row>[] = [
  {
    key: 'notice',
    title: 'Notice',
    cell: ({ key, step, programme }) => (
      <>
        <Link to={recordAddress('notices', key)}>{step.name}</Link>
        <span class="of">{programme.name}</span>
      </>
    ),
  },
  { key: 'wording', title: 'Wording', cell: ({ own, step }) => (own ? <Status text={`Your own, version ${own.version}`} tone="good" /> : <Status text={step.modelForm ? `Model form ${step.modelForm}` : 'Built in'} />) },
  { key: 'since', title: 'Since', cell: ({ own }) => own && <Time value={own.createdAt} /> },
  { key: 'says', title: 'Must say', cell: ({ step }) => `${step.statements.filter(({ isOptional }) => !isOptional).length} statements` },
  { key: 'source', title: 'Rule', cell: ({ step }) => step.source },
]

// Notices are those of lender-placed insurance with how each is worded, or one of them.
export function Notices() {
  const { params } = useRoute()
  return (
    <Frame part="notices" title="Notices of lender-placed insurance">
      <Read notice={params['id']} />
    </Frame>
  )
}

function Read({ notice }: { notice: string | undefined }) {
  const query = useQuery(NoticeWordingsDocument, {})
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the notices" />
  const own = query.data.noticeWordings.nodes
  const rows = query.data.noticeProgrammes.flatMap((programme) =>
    programme.steps.map((step): Row => {
      return { key: `${programme.key}-${step.key}`, programme, step, own: own.find((one) => one.programme === programme.key && one.step === step.key) }
    }),
  )
  if (notice) {
    const row = rows.find(({ key }) => key === notice)
    return row ? <NoticePage row={row} query={query} /> : <Empty>There is no such notice.</Empty>
  }
  return (
    <>
      <div class="head">
        <h1>Notices of lender-placed insurance</h1>
        <Since query={query} />
      </div>
      <p class="quiet">Your counsel must read the rules and the words before the first notice. A wording is saved only if it says all that the law asks for.</p>
      <section id="found" class="card" aria-busy={query.loading}>
        <Table caption="Notices" columns={columns} rows={rows} rowKey={({ key }) => key} onOpen={({ key }) => go(recordAddress('notices', key))} />
      </section>
      <Readings programmes={query.data.noticeProgrammes} />
    </>
  )
}

// Readings are what was decided where a rule can be read in two ways.
function Readings({ programmes }: { programmes: readonly Programme[] }) {
  return (
    <section class="card" aria-labelledby="readings">
      <h2 id="readings">How the rules are read</h2>
      {programmes.map(({ key, name, source, edition, readings }) => (
        <div key={key}>
          <h3>{name}</h3>
          <p class="quiet">
            {source}, {edition}
          </p>
          <ul class="plain entries">
            {readings.map(({ question, taken, source: of }) => (
              <li key={question}>
                <p>{question}</p>
                <p>
                  <strong>{taken}</strong> <span class="quiet">({of})</span>
                </p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
