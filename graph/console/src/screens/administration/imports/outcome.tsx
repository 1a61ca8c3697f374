import { count, counted, money } from '../../../lib/format.ts'
import { here } from '../../case/upload.ts'
import { doubtWords, type Import } from './words.ts'

type Counts = NonNullable<Import['counts']>

const tiles: readonly [keyof Counts, string][] = [
  ['create', 'new'],
  ['change', 'changed'],
  ['unchanged', 'as they are'],
  ['refused', 'refused'],
  ['skipped', 'passed over: blank, totals, headings'],
]

const before = ['checking', 'checked', 'mapping']

// Outcome is how many rows do what, and what that does to verdicts.
export function Outcome({ of }: { of: Import }) {
  const { counts, verdicts, files } = of
  if (!counts) return null
  const refused = files.filter(({ refusedUrl }) => refusedUrl !== null)
  return (
    <section class="card" aria-labelledby="outcome">
      <h2 id="outcome">{before.includes(of.state) ? 'What it would do' : 'What it did'}</h2>
      {of.state === 'checked' && of.waitsFor.length > 0 && (
        <p class="note">
          <strong>Look at it before it is written.</strong> {of.waitsFor.map((doubt) => doubtWords[doubt]).join(' ')}
        </p>
      )}
      <ul class="tiles">
        {tiles.map(([member, name]) => (
          <li key={member} class={member === 'refused' && counts.refused > 0 ? 'over' : undefined}>
            <span class="count">{count(counts[member])}</span>
            <span class="quiet">{name}</span>
          </li>
        ))}
      </ul>
      {verdicts && <p>{verdictText(verdicts)}</p>}
      {of.complete && (
        <p>
          {counts.missing === 0 ? 'No loan of the book is missing in the files.' : `${counted(counts.missing, 'loan of the book is', 'loans of the book are')} missing in the files: each gets a task, and nothing is removed.`}
        </p>
      )}
      {refused.length > 0 && (
        <p>
          Mend the refused rows and import them again:{' '}
          {refused.map(({ fileName, refusedUrl }) => (
            <a key={fileName} href={here(refusedUrl!)} download>
              Refused rows of {fileName}, with the reasons
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

// verdictText is what an import does to verdicts, in a sentence.
export function verdictText({ becomeDeficient, becomeDeficientAmount, becomeCompliant, other }: NonNullable<Import['verdicts']>): string {
  if (becomeDeficient + becomeCompliant + other === 0) return 'No verdict of a case changes.'
  const sums = becomeDeficientAmount.map(money).join(' and ')
  const parts = [
    `${counted(becomeDeficient, 'case becomes', 'cases become')} deficient${becomeDeficient > 0 && sums ? `, ${sums}` : ''}`,
    `${counted(becomeCompliant, 'case comes', 'cases come')} into compliance`,
    ...(other > 0 ? [`${counted(other, 'case gets', 'cases get')} another verdict`] : []),
  ]
  return `${parts.join('; ')}.`
}
