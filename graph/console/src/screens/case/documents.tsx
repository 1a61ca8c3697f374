import { Table, Empty, Time, type Column } from '../../lib/parts.tsx'
import { mayWrite } from '../../lib/session.ts'
import { AddDocument } from './add-document.tsx'
import { DocumentButton } from './document-button.tsx'
import type { CaseDocument } from './facts.ts'
import { useShown } from './shown.ts'

const columns: Column<CaseDocument>[] = [
  { key: 'name', title: 'Document', cell: (document) => <DocumentButton id={document.id} name={document.name} /> },
  { key: 'category', title: 'What it is', cell: (document) => document.category.name },
  { key: 'added', title: 'Added', cell: (document) => <Time value={document.createdAt} /> },
]

// Documents are the files of the case, the newest first.
export function Documents() {
  const { facts } = useShown()
  return (
    <section class="card" aria-labelledby="documents">
      <header>
        <h2 id="documents">Documents</h2>
        {mayWrite() && <AddDocument />}
      </header>
      {facts.documents.length === 0 ? (
        <Empty>No document was added to this case yet.</Empty>
      ) : (
        <Table caption="Documents of the case" columns={columns} rows={facts.documents.toReversed()} rowKey={(document) => document.id} />
      )}
    </section>
  )
}
