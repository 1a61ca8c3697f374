// Package importing keeps imports: what their files have, what became of their rows, and what they wrote. It finds the records
// that rows are about.
//
// It may import model, storage and storage/rows.
package importing
