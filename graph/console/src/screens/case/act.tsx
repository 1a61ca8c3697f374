import { useState } from 'preact/hooks'
import { Confirm } from '../../lib/parts.tsx'

// Sentences say what will happen, one below the other.
export function Sentences({ of }: { of: string[] }) {
  return (
    <ul aria-live="polite">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

export interface ActProps {
  label: string
  title: string
  what: string[]
  action: string
  danger?: boolean
  run(): Promise<unknown>
  done(): void
}

// Act is a button of an action that needs nothing but a yes. It says what it will do first.
export function Act({ label, title, what, action, danger, run, done }: ActProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && (
        <Confirm
          title={title}
          what={<Sentences of={what} />}
          action={action}
          danger={danger ?? false}
          onConfirm={async () => {
            await run()
            done()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
