import { Link } from '../../lib/parts.tsx'
import { sees } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { addressOf, entries } from './entries.ts'
import { NotYours } from './frame.tsx'

// Administration says what there is to administer.
export function Administration() {
  useTitle('Administration')
  const seen = entries.filter(({ needs }) => sees(needs))
  if (!seen.some(({ screen }) => screen)) return <NotYours name="Administration" />
  return (
    <>
      <div class="head">
        <h1>Administration</h1>
      </div>
      <ul class="cards plain">
        {seen.map((entry) => (
          <li key={entry.part} class="card">
            <h2>
              <Link to={addressOf(entry)}>{entry.name}</Link>
            </h2>
            <p>{entry.what}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
