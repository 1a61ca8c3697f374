import type { ExportFormat, ExportNoun } from '../../../gql/enums.ts'
import { counted } from '../../../lib/format.ts'
import { Field } from '../../../lib/parts.tsx'
import type { At } from '../../../lib/typed.ts'

export const formatWords: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ndjson: 'JSON, a record a line',
  parquet: 'Parquet',
}

export const nounWords: Readonly<Record<ExportNoun, string>> = {
  cases: 'Cases',
  insureds: 'Insureds',
  insuredGroups: 'Groups of insureds',
  assets: 'Assets',
  policies: 'Policies',
  policyVersions: 'Versions of policies',
  tasks: 'Tasks',
  waivers: 'Exceptions',
  placements: 'Lender-placed insurance',
  renewalNotices: 'Letters',
  documents: 'Documents, without their files',
  riskProfiles: 'Risk profiles',
  programs: 'Programs',
  certificateHolders: 'Certificate holders',
  mortgageeClauses: 'Mortgagee clauses',
  brokerages: 'Brokerages',
  brokers: 'Brokers',
  users: 'Users',
}

const nouns = Object.keys(nounWords) as ExportNoun[]

// nounsText is what an export has. A plan may be without risk profiles: all else is everything then.
export function nounsText(chosen: readonly ExportNoun[]): string {
  if (nouns.every((noun) => noun === 'riskProfiles' || chosen.includes(noun))) return 'everything'
  const names = nouns.filter((noun) => chosen.includes(noun)).map((noun) => nounWords[noun])
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

export interface What {
  format: ExportFormat
  all: boolean
  nouns: ExportNoun[]
}

export const everything: What = { format: 'csv', all: true, nouns: [] }

// whatOf is what is sent: no noun is all of them.
export const whatOf = ({ format, all, nouns }: What) => ({ format, ...(!all && { nouns }) })

// WhatFields ask what is taken out, and as which files.
export function WhatFields({ value, set, at }: { value: What; set(change: Partial<What>): void; at: At }) {
  const toggle = (noun: ExportNoun) => set({ nouns: value.nouns.includes(noun) ? value.nouns.filter((one) => one !== noun) : [...value.nouns, noun] })
  return (
    <>
      <Field label="Files" error={at('/format')}>
        <select value={value.format} onChange={(event) => set({ format: event.currentTarget.value as ExportFormat })}>
          {Object.entries(formatWords).map(([format, name]) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <fieldset class="choices">
        <legend>What they have</legend>
        <label class="check">
          <input type="radio" name="what" checked={value.all} onChange={() => set({ all: true })} /> Everything that your plan includes
        </label>
        <label class="check">
          <input type="radio" name="what" checked={!value.all} onChange={() => set({ all: false })} /> Only some
          {!value.all && <span class="quiet">, {counted(value.nouns.length, 'kind')} chosen</span>}
        </label>
        {!value.all && (
          <div class="kinds">
            {nouns.map((noun) => (
              <label key={noun} class="check">
                <input type="checkbox" checked={value.nouns.includes(noun)} onChange={() => toggle(noun)} /> {nounWords[noun]}
              </label>
            ))}
          </div>
        )}
        {at('/nouns') && (
          <p class="error" role="alert">
            {at('/nouns')}
          </p>
        )}
      </fieldset>
    </>
  )
}
