// Package importing does the work of imports, as a job: it reads files within bounds, tries rows, writes them, releases and undoes
// what came in. Rows go through the very operations that clients call, so nothing is allowed here that is refused there.
//
// A step goes on where a node left it: what was written is noted in the transaction that wrote it.
//
// It may import graph/engine, graph/workbook, model, storage, storage/blob and storage/importing.
package importing
