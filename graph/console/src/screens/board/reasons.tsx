import type { BoardVerdictsQuery } from '../../gql/graphql.ts'
import { dollars } from '../../lib/amounts.ts'
import type { Amount } from '../../lib/format.ts'
import { Empty } from '../../lib/parts.tsx'
import type { Query } from '../../lib/query.ts'
import { codeWords, word } from '../../lib/words.ts'
import { casesOf } from './links.ts'
import { Count, Loans, Part, Share } from './parts.tsx'

interface Reason {
  name: string
  to: string
  cases: number
  loanAmounts: Amount[]
}

const most = 8

interface Props {
  portfolio: string
  query: Query<BoardVerdictsQuery>
}

// Reasons says why cases are deficient. A case counts with each of its reasons.
export function Reasons({ portfolio, query }: Props) {
  return (
    <Part title="Deficient by reason" area="reasons" what="the reasons" query={query}>
      {({ complianceSummary }) => (
        <ReasonTable
          caption="Reason"
          reasons={complianceSummary.byCode.flatMap(({ code, byVerdict }) =>
            deficient(byVerdict, word(codeWords, code), casesOf(portfolio, { verdict: 'deficient', code })))}
        />
      )}
    </Part>
  )
}

// Coverages says which coverage deficient cases lack.
export function Coverages({ portfolio, query }: Props) {
  return (
    <Part title="Deficient by coverage" area="coverages" what="the coverages" query={query}>
      {({ complianceSummary }) => (
        <ReasonTable
          caption="Coverage"
          reasons={complianceSummary.byCoverageType.flatMap(({ coverageTypeId, coverageType, byVerdict }) =>
            deficient(byVerdict, coverageType.name, casesOf(portfolio, { verdict: 'deficient', coverageType: coverageTypeId })))}
        />
      )}
    </Part>
  )
}

type Shares = BoardVerdictsQuery['complianceSummary']['byVerdict']

function deficient(shares: Shares, name: string, to: string): Reason[] {
  return shares.filter(({ verdict }) => verdict === 'deficient').map(({ cases, loanAmounts }) => ({ name, to, cases, loanAmounts }))
}

function ReasonTable({ caption, reasons }: { caption: string; reasons: Reason[] }) {
  if (reasons.length === 0) return <Empty>No case is deficient.</Empty>
  const sorted = reasons.toSorted((a, b) => dollars(b.loanAmounts) - dollars(a.loanAmounts) || b.cases - a.cases)
  const rest = sorted.slice(most)
  return (
    <>
      <ReasonRows caption={caption} reasons={sorted.slice(0, most)} largest={dollars(sorted[0]!.loanAmounts)} />
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <ReasonRows caption={caption} reasons={rest} largest={dollars(sorted[0]!.loanAmounts)} />
        </details>
      )}
    </>
  )
}

function ReasonRows({ caption, reasons, largest }: { caption: string; reasons: readonly Reason[]; largest: number }) {
  return (
    <div class="scroll">
      <table class="dense">
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            <th scope="col" class="number">Cases</th>
            <th scope="col" class="number">Loans</th>
            <th scope="col" class="wide"><span class="hidden">Size</span></th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ name, to, cases, loanAmounts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">
                <Count value={cases} to={to} of={`deficient cases: ${name}`} />
              </td>
              <td class="number">
                <Loans values={loanAmounts} to={to} of={`deficient cases: ${name}`} />
              </td>
              <td class="wide">
                <Share part={dollars(loanAmounts)} whole={largest} tone="deficient" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
