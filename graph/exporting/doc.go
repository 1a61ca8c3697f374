// Package exporting takes a portfolio out as files: all nouns of one snapshot (book.go), as CSV, NDJSON, Parquet or XLSX
// (format.go, parquet.go, xlsx.go), and writes the exports that somebody or a schedule has asked for (runner.go).
//
// The records come from the lists of the REST door, so a file says what GET says. The package may import graph/workbook, model, storage
// and storage/blob.
package exporting
