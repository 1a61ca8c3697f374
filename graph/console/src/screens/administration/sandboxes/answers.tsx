import { useEffect, useRef, useState } from 'preact/hooks'
import type { SandboxAnswerKind } from '../../../gql/enums.ts'
import {
  AnswerSandboxDocument, LetterPoliciesDocument, SandboxAnswersDocument, type SandboxAnswersQuery, type SandboxedFragment,
} from '../../../gql/graphql.ts'
import { href } from '../../../lib/address.ts'
import { Empty, Field, Link, Problem, Status, Table, type Column } from '../../../lib/parts.tsx'
import { useQuery, useWrite } from '../../../lib/query.ts'
import { mayWrite } from '../../../lib/session.ts'
import { pointed } from '../../../lib/typed.ts'
import { word } from '../../../lib/words.ts'
import { Refused } from '../../new-case/refused.tsx'
import { answerWords, clockText, kindWords } from './words.ts'

type Answer = SandboxAnswersQuery['sandboxAnswers']['nodes'][number]

interface Props {
  sandbox: SandboxedFragment
  policy: string
  onPolicy(id: string): void
}

// Answers are what brokers of a sandbox do, by the links of the letters: what is to come and what was done.
export function Answers({ sandbox, policy, onPolicy }: Props) {
  const query = useQuery(SandboxAnswersDocument, { id: sandbox.id })
  useEffect(() => {
    if (query.data) void query.reload()
  }, [sandbox.now, sandbox.state])
  const answers = query.data?.sandboxAnswers.nodes
  return (
    <section class="card" aria-labelledby="answers">
      <h2 id="answers">Brokers who answer</h2>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {answers?.length === 0 && <Empty>No broker answers yet.</Empty>}
      {answers && answers.length > 0 && <Table caption="Answers" columns={columnsOf(sandbox.portfolioId)} rows={answers} rowKey={({ id }) => id} />}
      {mayWrite() && <AnswerForm sandbox={sandbox} policy={policy} onPolicy={onPolicy} done={query.reload} />}
    </section>
  )
}

const columnsOf = (portfolio: string): Column<Answer>[] => [
  { key: 'due', title: 'When', cell: ({ dueAt }) => clockText(dueAt) },
  { key: 'policy', title: 'About', cell: ({ policyId }) => <Link to={href(portfolio, 'policies', policyId)}>The policy</Link> },
  { key: 'with', title: 'With', cell: (row) => word(kindWords, row.with) },
  {
    key: 'state',
    title: 'State',
    cell: ({ state, failure }) => (
      <>
        <Status text={word(answerWords, state)} tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : undefined} />
        {failure && <span class="of">{failure}</span>}
      </>
    ),
  },
]

function AnswerForm({ sandbox, policy, onPolicy, done }: Props & { done(): Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [value, setValue] = useState({ days: '10', with: 'renewal' as SandboxAnswerKind })
  const [says, setSays] = useState('')
  const found = usePolicies(sandbox.portfolioId, typed, policy)
  const chosen = policy || found[0]?.id || ''
  const answer = useWrite(AnswerSandboxDocument)
  const at = pointed(answer.error?.violations ?? [])
  useEffect(() => {
    if (policy) form.current?.querySelector<HTMLElement>('[name=days]')?.focus()
  }, [policy])
  async function save(event: Event) {
    event.preventDefault()
    setSays('')
    try {
      const { createSandboxAnswer } = await answer.write({ id: sandbox.id, input: { policyId: chosen, after: `P${value.days}D`, with: value.with } })
      setSays(`The broker answers on ${clockText(createSandboxAnswer.dueAt)}. Move the clock past it.`)
      await done()
    } catch {
      // What was refused stands at its field.
    }
  }
  return (
    <form class="form" ref={form} aria-label="Have a broker answer" onSubmit={(event) => void save(event)} noValidate>
      <p class="done" role="status">
        {says}
      </p>
      <div class="fields">
        <Field label="Search the policies">
          <input type="search" autocomplete="off" value={typed} onInput={(event) => (setTyped(event.currentTarget.value), onPolicy(''))} />
        </Field>
        <Field label="Policy" error={at('/policyId')}>
          <select value={chosen} onChange={(event) => onPolicy(event.currentTarget.value)}>
            {found.map((one) => (
              <option key={one.id} value={one.id}>
                {one.displayName} {one.policyNumber} of {one.case.displayName}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Days from now" error={at('/after')}>
          <input name="days" type="number" min={0} max={730} value={value.days} onInput={(event) => setValue({ ...value, days: event.currentTarget.value })} />
        </Field>
        <Field label="The broker hands in" error={at('/with')}>
          <select value={value.with} onChange={(event) => setValue({ ...value, with: event.currentTarget.value as SandboxAnswerKind })}>
            {Object.entries(kindWords).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {answer.error && <Refused refusal={answer.error} at={at} />}
      <button type="submit" disabled={answer.busy || !chosen || sandbox.state === 'advancing'}>
        Have the broker answer
      </button>
    </form>
  )
}

// usePolicies are the policies of the sandbox that match, with the one that was chosen elsewhere.
function usePolicies(portfolio: string, typed: string, chosen: string) {
  const q = typed.trim()
  const found = useQuery(LetterPoliciesDocument, { filter: q ? { q } : {} }, portfolio).data?.policies.nodes ?? []
  const own = useQuery(LetterPoliciesDocument, { filter: { id: chosen ? [chosen] : [] } }, portfolio).data?.policies.nodes ?? []
  return chosen ? [...own.filter(({ id }) => id === chosen), ...found.filter(({ id }) => id !== chosen)] : found
}
