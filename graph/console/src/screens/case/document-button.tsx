import { useState } from 'preact/hooks'
import { Preview } from './preview.tsx'

// DocumentButton opens a document where one is.
export function DocumentButton({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="link" onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && <Preview id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
