import { counted } from '../../lib/format.ts'
import { evidenceFileWords, word } from '../../lib/words.ts'
import { shownAs } from '../case/kind.ts'
import { here } from '../case/upload.ts'
import type { Submission } from './types.ts'
import type { Choice, Row } from './evidence.ts'

type Change = ((choice: Choice) => void) | undefined

// Values are what was typed beside what the policy says today; what is ticked is taken over.
export function Values({
  rows,
  choice,
  accepted,
  onChange,
}: {
  rows: readonly Row[]
  choice: Choice
  accepted: readonly string[]
  onChange: Change
}) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Comparison">
      <table class="compare">
        <caption class="hidden">Values that were handed in, beside those of today</caption>
        <thead>
          <tr>
            <th scope="col">{onChange ? 'Take over' : 'Value'}</th>
            <th scope="col">Handed in</th>
            <th scope="col">Today</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.member} class={row.same ? undefined : 'differs'}>
              <th scope="row">
                {onChange ? (
                  <label>
                    <input
                      type="checkbox"
                      checked={choice.members.includes(row.member)}
                      onChange={() => onChange({ ...choice, members: toggled(choice.members, row.member) })}
                    />{' '}
                    {row.label}
                  </label>
                ) : (
                  <>
                    {row.label}
                    {accepted.includes(row.member) && <span class="quiet"> accepted</span>}
                  </>
                )}
              </th>
              <td>
                <Lines texts={row.proposed} other={row.current} mark="ins" />
              </td>
              <td>
                <Lines texts={row.current} other={row.proposed} mark="del" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Lines({ texts, other, mark: Mark }: { texts: readonly string[]; other: readonly string[]; mark: 'ins' | 'del' }) {
  if (texts.length === 0) return <span class="quiet">not known</span>
  return (
    <ul class="plain">
      {texts.map((t) => (
        <li key={t}>{other.includes(t) ? t : <Mark>{t}</Mark>}</li>
      ))}
    </ul>
  )
}

// Files are those that were handed in. One of them is shown beside the values.
export function Files({
  evidence,
  categories,
  choice,
  onChange,
  shown,
  onShow,
}: {
  evidence: Submission
  categories: readonly { id: string; name: string }[]
  choice: Choice
  onChange: Change
  shown: string | undefined
  onShow(id: string): void
}) {
  return (
    <ul class="plain files">
      {evidence.files.map((file) => (
        <li key={file.id} class="row">
          {onChange && (
            <input
              type="checkbox"
              aria-label={`Take over ${file.fileName}`}
              checked={choice.files.includes(file.id)}
              onChange={() => onChange({ ...choice, files: toggled(choice.files, file.id) })}
            />
          )}
          <a href={here(file.url)} download>
            {file.fileName}
          </a>
          {shownAs(file.fileType) !== 'nothing' && (
            <button type="button" aria-pressed={file.id === shown} aria-label={`Show ${file.fileName}`} onClick={() => onShow(file.id)}>
              Show
            </button>
          )}
          <span class="quiet">{counted(Math.ceil(file.size / 1024), 'KiB', 'KiB')}</span>
          {onChange ? (
            <select
              aria-label={`Category of ${file.fileName}`}
              value={choice.categories[file.id] ?? file.categoryId}
              onChange={(e) => onChange({ ...choice, categories: { ...choice.categories, [file.id]: e.currentTarget.value } })}
            >
              {categories.map((c) => (
                <option key={c.id} value={c.id}>
                  {c.name}
                </option>
              ))}
            </select>
          ) : (
            <span class="quiet">
              {file.category.name}, {word(evidenceFileWords, file.state).toLowerCase()}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function toggled<T>(all: readonly T[], one: T): T[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one]
}
