import { useRef, useState } from 'preact/hooks'

// Copied is a text to take elsewhere, with the button that copies it.
export function Copied({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [says, setSays] = useState('Copy')
  const copy = () => {
    field.current!.select()
    navigator.clipboard.writeText(text).then(
      () => setSays('Copied'),
      () => setSays('Press Ctrl-C'),
    )
  }
  return (
    <div class="secret">
      <label>
        {label}
        <input ref={field} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy}>
        {says}
      </button>
    </div>
  )
}
