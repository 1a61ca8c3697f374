import { PolicyVersionDocument } from '../../gql/graphql.ts'
import { list, setParams } from '../../lib/address.ts'
import { day, money } from '../../lib/format.ts'
import { Day, Field, Loading, Problem, Table, Time, type Column } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { clauseWords, formWords, layerWords, versionWords, word } from '../../lib/words.ts'
import { difference, type Entry, type Line } from './difference.ts'
import type { Policy } from './types.ts'

type Version = Policy['versions'][number]
type Assets = Policy['case']['assets']

const columns: Column<Version>[] = [
  { key: 'number', title: 'Version', cell: (v) => `${v.versionNumber}${v.isCurrent ? ', current' : ''}` },
  { key: 'term', title: 'Term', cell: (v) => v.termNumber },
  { key: 'why', title: 'Why', cell: (v) => word(versionWords, v.reason) },
  { key: 'start', title: 'Starts', cell: (v) => <Day value={v.startDate} /> },
  { key: 'end', title: 'Ends', cell: (v) => <Day value={v.endDate} /> },
  { key: 'gap', title: 'Days without cover before it', numeric: true, cell: (v) => v.gapDays || '–' },
  { key: 'at', title: 'Recorded', cell: (v) => <Time value={v.createdAt} /> },
]

// Versions are all that were recorded, and two of them side by side.
export function Versions({ policy }: { policy: Policy }) {
  return (
    <section class="card">
      <h2>Versions</h2>
      <Table caption="Versions, oldest first" columns={columns} rows={policy.versions} rowKey={(v) => v.id} />
      {policy.versions.length > 1 ? (
        <Compare versions={policy.versions} assets={policy.case.assets} />
      ) : (
        <p class="quiet">There is one version, so there is nothing to compare.</p>
      )}
    </section>
  )
}

// Compare has two versions by their numbers, which stand in the address: the current one and the one before, unless
// others are chosen.
function Compare({ versions, assets }: { versions: readonly Version[]; assets: Assets }) {
  const current = versions.findIndex((v) => v.isCurrent)
  const [left, right] = list('compare').map(Number)
  const find = (number: number | undefined, otherwise: number) =>
    versions.find((v) => v.versionNumber === number) ?? versions[Math.max(0, otherwise)]!
  const before = find(left, current > 0 ? current - 1 : 0)
  const after = find(right, current > 0 ? current : versions.length - 1)
  const choose = (a: number | string, b: number | string) => setParams({ compare: [String(a), String(b)] })
  const options = versions.map((v) => (
    <option
      key={v.id}
      value={v.versionNumber}
    >{`${v.versionNumber}: term ${v.termNumber}, ${word(versionWords, v.reason).toLowerCase()}`}</option>
  ))
  return (
    <>
      <h3>Two versions side by side</h3>
      <div class="row fields">
        <Field label="Before">
          <select value={before.versionNumber} onChange={(e) => choose(e.currentTarget.value, after.versionNumber)}>
            {options}
          </select>
        </Field>
        <Field label="After">
          <select value={after.versionNumber} onChange={(e) => choose(before.versionNumber, e.currentTarget.value)}>
            {options}
          </select>
        </Field>
      </div>
      <Compared before={before.id} after={after.id} assets={assets} />
    </>
  )
}

function Compared({ before, after, assets }: { before: string; after: string; assets: Assets }) {
  const left = useQuery(PolicyVersionDocument, { id: before })
  const right = useQuery(PolicyVersionDocument, { id: after })
  const failed = [left, right].find((query) => query.error)
  if (failed?.error) return <Problem refusal={failed.error} retry={() => void failed.reload()} />
  const a = left.data?.policyVersion
  const b = right.data?.policyVersion
  if (a?.id !== before || b?.id !== after) return <Loading what="two versions" />
  const lines = difference(a, b, wordsFor(assets))
  const differing = lines.filter((l) => l.differs).length
  return (
    <>
      <p role="status">
        {differing === 0 ? 'They are the same.' : `They differ in ${differing} of ${lines.length} lines, which are marked.`}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Comparison">
        <table class="compare">
          <caption class="hidden">
            Versions {a.versionNumber} and {b.versionNumber} side by side
          </caption>
          <thead>
            <tr>
              <th scope="col">What it says</th>
              <th scope="col">Version {a.versionNumber}</th>
              <th scope="col">Version {b.versionNumber}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((l) => (
              <Row key={l.label} line={l} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ line }: { line: Line }) {
  return (
    <tr class={line.differs ? 'differs' : undefined}>
      <th scope="row">
        {line.label}
        {line.differs && <span class="quiet"> differs</span>}
      </th>
      <td>
        <Side entries={line.before} mark="del" />
      </td>
      <td>
        <Side entries={line.after} mark="ins" />
      </td>
    </tr>
  )
}

function Side({ entries, mark: Mark }: { entries: readonly Entry[]; mark: 'del' | 'ins' }) {
  if (entries.length === 0) return <span class="quiet">none</span>
  return (
    <ul class={entries.length > 6 ? 'plain inline' : 'plain'}>
      {entries.map((e) => (
        <li key={e.text}>{e.only ? <Mark>{e.text}</Mark> : e.text}</li>
      ))}
    </ul>
  )
}

function wordsFor(of: Assets) {
  const assets = new Map(of.map((a) => [a.id, a.displayName]))
  return {
    money,
    day,
    layer: (key: keyof typeof layerWords) => word(layerWords, key),
    clause: (type: keyof typeof clauseWords) => word(clauseWords, type),
    form: (form: keyof typeof formWords) => word(formWords, form),
    asset: (id: string) => assets.get(id) ?? 'an asset that is gone',
  }
}
