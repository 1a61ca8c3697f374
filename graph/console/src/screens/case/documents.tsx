import { Empty, Time } from '../../lib/parts.tsx'
import { AddDocument } from './add-document.tsx'
import { Cut } from './cut.tsx'
import { EditDocument } from './edit-document.tsx'
import { DocumentButton } from './document-button.tsx'
import { useShown } from './shown.ts'

// Documents are the files of the case, the newest first.
export function Documents() {
  const { facts, mayChange } = useShown()
  return (
    <section class="card" aria-labelledby="documents">
      <header>
        <h2 id="documents">Documents</h2>
        {mayChange && <AddDocument />}
      </header>
      <Cut of={facts.documents} what="documents" />
      {facts.documents.length === 0 && <Empty>No document was added to this case yet.</Empty>}
      <ul class="plain entries">
        {facts.documents.toReversed().map((document) => (
          <li key={document.id}>
            <DocumentButton id={document.id} name={document.name} />
            <div class="quiet">
              {document.category.name}, added <Time value={document.createdAt} /> {mayChange && <EditDocument document={document} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
