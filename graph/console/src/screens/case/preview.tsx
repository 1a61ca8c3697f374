import { useEffect, useRef } from 'preact/hooks'
import { DocumentLinkDocument, type DocumentLinkQuery } from '../../gql/graphql.ts'
import { Empty, Loading, Problem } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { shownAs } from './kind.ts'
import { here } from './upload.ts'

type Shown = NonNullable<DocumentLinkQuery['document']>

// Preview shows a document in a dialog. Links of documents expire, so it asks for a fresh one.
export function Preview({ id, onClose }: { id: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const query = useQuery(DocumentLinkDocument, { id })
  const document = query.data?.document
  useEffect(() => {
    const opener = globalThis.document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => opener?.focus()
  }, [])
  return (
    <dialog ref={dialog} class="preview" onClose={onClose} aria-label={document?.name ?? 'Document'}>
      <header>
        <h2>{document?.name ?? 'Document'}</h2>
        {document && (
          <a href={here(document.url)} download={document.fileName}>
            Download
          </a>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {query.error && <Problem refusal={query.error} retry={() => void query.reload()} />}
      {query.loading && !document && <Loading what="the document" />}
      {query.data && !document && <Empty>This document does not exist any more.</Empty>}
      {document && <Content document={document} />}
    </dialog>
  )
}

// Content shows PDF and pictures. The server answers an inline file with a sandbox of its own; Chromium shows no PDF in
// a frame that has the attribute.
export function Content({ document }: { document: Pick<Shown, 'url' | 'name' | 'fileType'> }) {
  const url = `${here(document.url)}&inline=1`
  switch (shownAs(document.fileType)) {
    case 'page':
      return <iframe src={`${url}#navpanes=0`} title={document.name} />
    case 'picture':
      return <img src={url} alt={document.name} />
    default:
      return <Empty>Files of the type {document.fileType} cannot be shown here. Download it to look at it.</Empty>
  }
}
