import type { CarriedOverMember } from '../../gql/enums.ts'
import { carriedMemberWords, word } from '../../lib/words.ts'
import type { Carried } from './says.ts'

interface AsBeforeProps {
  lines: readonly Carried[]
  // What the form says anew, so that nobody is asked.
  named?: readonly CarriedOverMember[]
  chosen: readonly CarriedOverMember[]
  onChange(chosen: CarriedOverMember[]): void
}

// AsBefore asks of each thing that a new term takes over whether it is as before: one by one, or of all at once.
export function AsBefore({ lines, named = [], chosen, onChange }: AsBeforeProps) {
  const asked = lines.filter(({ member }) => !named.includes(member))
  const recorded = asked.filter(({ texts }) => texts.length > 0)
  const others = asked.filter(({ texts }) => texts.length === 0).map(({ member }) => member)
  const all = asked.map(({ member }) => member)
  const isChosen = (members: CarriedOverMember[]) => members.every((member) => chosen.includes(member))
  const toggle = (members: CarriedOverMember[]) =>
    onChange(isChosen(members) ? chosen.filter((member) => !members.includes(member)) : [...new Set([...chosen, ...members])])
  return (
    <fieldset>
      <legend>As before</legend>
      <p class="hint">Tick what the insurer or the borrower has confirmed. The rest counts as not confirmed until somebody does.</p>
      <p>
        <button type="button" disabled={isChosen(all)} onClick={() => onChange(all)}>
          All as before
        </button>
      </p>
      {recorded.map(({ member, texts }) => (
        <label key={member} class="check">
          <input type="checkbox" checked={chosen.includes(member)} onChange={() => toggle([member])} />{' '}
          <b>{word(carriedMemberWords, member)}:</b> {texts.join('; ')}
        </label>
      ))}
      {others.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={isChosen(others)} onChange={() => toggle(others)} /> <b>Still not recorded:</b>{' '}
          {others.map((member) => word(carriedMemberWords, member)).join(', ')}
        </label>
      )}
    </fieldset>
  )
}
