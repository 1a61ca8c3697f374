import { useEffect } from 'preact/hooks'
import { NoticeOutcomeDocument } from '../../gql/graphql.ts'
import { useQuery } from '../../lib/query.ts'
import { noticeStateWords, stepWords, word } from '../../lib/words.ts'
import type { RenewalStep } from '../../gql/enums.ts'
import { usePoll } from '../administration/progress.tsx'
import { Why } from '../policy/because.tsx'

// Outcome follows a notice that was sent again until it is known what became of it.
export function Outcome({ notice, onOver }: { notice: { id: string; step: RenewalStep }; onOver(): Promise<void> }) {
  const query = useQuery(NoticeOutcomeDocument, { id: notice.id })
  const now = query.data?.renewalNotice
  const isOver = now !== undefined && now !== null && now.state !== 'planned'
  useEffect(() => {
    if (isOver) void onOver()
  }, [isOver])
  usePoll(query, !isOver)
  return (
    <p class="note" role="status">
      “{word(stepWords, notice.step)}” is sent again.{' '}
      {now &&
        (isOver ? (
          <>
            {word(noticeStateWords, now.state)}: <Why notice={now} />
          </>
        ) : (
          <Why notice={now} />
        ))}
    </p>
  )
}
