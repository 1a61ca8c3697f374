import { portfolioName, type Portfolio } from '../../lib/portfolios.ts'

const guide = (page: string) => `/docs/guide/${page}`

// Begin says how to begin, where a portfolio has no case yet.
export function Begin({ portfolio }: { portfolio: Portfolio | undefined }) {
  return (
    <section class="card begin" aria-labelledby="begin">
      <h2 id="begin">{portfolio ? `${portfolioName(portfolio)}: no cases yet` : 'No cases yet'}</h2>
      <p>Cases and policies come in through the API; this page shows them as they come. To begin:</p>
      <ol>
        <li>
          <strong>Get a token</strong> of this portfolio: <code>covertrack token create --org … --mode {portfolio?.mode ?? 'test'}</code>.
        </li>
        <li>
          <strong>Say what is required:</strong> publish a <a href={guide('compliance')}>risk profile</a>. Without one a case has no verdict.
        </li>
        <li>
          <strong>Add a case</strong> with its assets and policies by <a href={guide('rest')}>REST</a>, or{' '}
          <a href={guide('importing')}>import your book</a>.
        </li>
      </ol>
      <p>
        Concepts and all else are in the <a href="/docs/guide">guide</a>.
        {portfolio?.mode === 'live' && ' Try it in the test portfolio first: nothing there writes to a person.'}
      </p>
    </section>
  )
}
