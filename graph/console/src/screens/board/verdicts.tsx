import type { BoardVerdictsQuery } from '../../gql/graphql.ts'
import { dollars } from '../../lib/amounts.ts'
import { count, counted } from '../../lib/format.ts'
import { Link, Verdict } from '../../lib/parts.tsx'
import type { Query } from '../../lib/query.ts'
import { verdicts, verdictWords, word } from '../../lib/words.ts'
import { casesOf } from './links.ts'
import { Amounts, Count, Loans, Part, Share } from './parts.tsx'

type Summary = BoardVerdictsQuery['complianceSummary']
type VerdictShare = Summary['byVerdict'][number]

// Uninsured is what the board is for: how many dollars are not insured as their lender requires.
export function Uninsured({ portfolio, query }: { portfolio: string; query: Query<BoardVerdictsQuery> }) {
  return (
    <Part title="Not in compliance" area="uninsured" what="the verdicts" query={query}>
      {({ complianceSummary: summary, withoutProfile, all }) => (
        <>
          <Lead portfolio={portfolio} summary={summary} notJudged={all.pageInfo.total - summary.cases} />
          <VerdictTable portfolio={portfolio} summary={summary} withoutProfile={withoutProfile.pageInfo.total} />
        </>
      )}
    </Part>
  )
}

function Lead({ portfolio, summary, notJudged }: { portfolio: string; summary: Summary; notJudged: number }) {
  const others = notJudged > 0 ? ` ${counted(notJudged, 'case is', 'cases are')} not judged.` : ''
  const deficient = summary.byVerdict.find(({ verdict }) => verdict === 'deficient')
  if (!deficient || deficient.cases === 0) {
    return (
      <p class="lead">
        <span class="huge good">$0</span> No case is deficient.{others}
      </p>
    )
  }
  const to = casesOf(portfolio, { verdict: 'deficient' })
  const share = Math.round((100 * dollars(deficient.loanAmounts)) / dollars(summary.loanAmounts))
  return (
    <p class="lead">
      <Link to={to} class="huge bad" aria-label={`Loans of ${counted(deficient.cases, 'deficient case')}`}>
        <Amounts values={deficient.loanAmounts} />
      </Link>
      <span>
        in <Link to={to}>{counted(deficient.cases, 'case')}</Link> of <Link to={casesOf(portfolio, { profile: true })}>{count(summary.cases)}</Link>
        {Number.isFinite(share) && `, ${share}% of the loans judged`}.{others}
      </span>
    </p>
  )
}

function VerdictTable({ portfolio, summary, withoutProfile }: { portfolio: string; summary: Summary; withoutProfile: number }) {
  const all = dollars(summary.loanAmounts)
  const shares = verdicts.flatMap((verdict) => summary.byVerdict.find((share) => share.verdict === verdict) ?? [])
  return (
    <div class="scroll">
      <table class="dense">
        <caption class="hidden">Cases and their loans by verdict</caption>
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col" class="number">Cases</th>
            <th scope="col" class="number">Loans</th>
            <th scope="col" class="wide">Share</th>
          </tr>
        </thead>
        <tbody>
          {shares.flatMap((share) => [
            <VerdictLine key={share.verdict} portfolio={portfolio} share={share} all={all} />,
            share.verdict === 'compliant' && <PlacedLine key="placed" portfolio={portfolio} summary={summary} all={all} />,
          ])}
          <tr>
            <th scope="row">No risk profile</th>
            <td class="number">
              <Count value={withoutProfile} to={casesOf(portfolio, { profile: false })} of="cases without a risk profile" />
            </td>
            <td class="number quiet">–</td>
            <td class="wide" />
          </tr>
        </tbody>
      </table>
    </div>
  )
}

// PlacedLine is the part of the cases in compliance that rests on insurance which the lender placed: their borrowers insure too little.
function PlacedLine({ portfolio, summary, all }: { portfolio: string; summary: Summary; all: number }) {
  const placed = summary.lenderPlaced.byVerdict.find(({ verdict }) => verdict === 'compliant')
  if (!placed) return null
  const to = casesOf(portfolio, { verdict: 'compliant', lenderPlaced: true })
  const of = 'cases in compliance, lender-placed'
  return (
    <tr>
      <th scope="row">of these lender-placed</th>
      <td class="number">
        <Count value={placed.cases} to={to} of={of} />
      </td>
      <td class="number">
        <Loans values={placed.loanAmounts} to={to} of={of} />
      </td>
      <td class="wide">
        <Share part={dollars(placed.loanAmounts)} whole={all} tone="compliant" />
      </td>
    </tr>
  )
}

function VerdictLine({ portfolio, share, all }: { portfolio: string; share: VerdictShare; all: number }) {
  const to = casesOf(portfolio, { verdict: share.verdict, ...(share.verdict === 'notApplicable' && { profile: true }) })
  const of = `cases, ${word(verdictWords, share.verdict).toLowerCase()}`
  return (
    <tr>
      <th scope="row">
        <Verdict value={share.verdict} />
      </th>
      <td class="number">
        <Count value={share.cases} to={to} of={of} />
      </td>
      <td class="number">
        <Loans values={share.loanAmounts} to={to} of={of} />
      </td>
      <td class="wide">
        <Share part={dollars(share.loanAmounts)} whole={all} tone={share.verdict} />
      </td>
    </tr>
  )
}
