import { useEffect, useState } from 'preact/hooks'
import { DeleteSandboxDocument, SandboxDocument, type SandboxedFragment } from '../../../gql/graphql.ts'
import { go, href, portfolioOfAddress } from '../../../lib/address.ts'
import { Confirm, Empty, Link, Loading, Problem, Since, Time } from '../../../lib/parts.tsx'
import { useQuery, useWrite } from '../../../lib/query.ts'
import { mayWrite } from '../../../lib/session.ts'
import { entered } from '../../../lib/state.ts'
import { usePoll } from '../progress.tsx'
import { Answers } from './answers.tsx'
import { Clock } from './clock.tsx'
import { Mailbox } from './mailbox.tsx'
import { listAddress } from './new-sandbox.tsx'
import { ClockState } from './sandboxes.tsx'

// SandboxPage is one sandbox: its clock, its mailbox, and brokers who answer.
export function SandboxPage({ id }: { id: string }) {
  const query = useQuery(SandboxDocument, { id })
  const found = query.data?.sandbox
  const [policy, setPolicy] = useState('')
  usePoll(query, found?.state === 'advancing')
  useEffect(() => {
    if (found && found.id === portfolioOfAddress()) entered.value = found
  }, [found?.now])
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the sandbox" />
  if (!found) return <Empty>There is no such sandbox any more. <Link to={listAddress()}>All sandboxes</Link></Empty>
  return (
    <>
      <p class="crumb">
        <Link to={listAddress()}>Sandboxes</Link>
      </p>
      <div class="head">
        <h1>{found.name}</h1>
        <ClockState of={found} />
        <Since query={query} />
      </div>
      <p class="row">
        {found.id !== portfolioOfAddress() && (
          <Link to={href(found.portfolioId)} class="button">
            Open its board
          </Link>
        )}
        {mayWrite() && <Remove sandbox={found} />}
        <span class="quiet">
          It is removed on <Time value={found.expiresAt} /> unless somebody uses it before.
        </span>
      </p>
      <Clock sandbox={found} reload={query.reload} />
      <Mailbox sandbox={found} onAnswer={setPolicy} />
      <Answers sandbox={found} policy={policy} onPolicy={setPolicy} />
    </>
  )
}

function Remove({ sandbox }: { sandbox: SandboxedFragment }) {
  const [asks, setAsks] = useState(false)
  const remove = useWrite(DeleteSandboxDocument)
  const all = sandbox.id === portfolioOfAddress() ? href() : listAddress()
  const run = async () => {
    await remove.write({ id: sandbox.id })
    go(all)
  }
  return (
    <>
      <button type="button" class="danger" disabled={sandbox.state === 'advancing'} onClick={() => setAsks(true)}>
        Delete…
      </button>
      {asks && (
        <Confirm
          title={`Delete ${sandbox.name}`}
          what={<p>Its records, letters and events are removed for good, and its token works no more. Your other portfolios stay as they are.</p>}
          action="Delete"
          danger
          onConfirm={run}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}
