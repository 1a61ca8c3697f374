// Package columns says how the records of a portfolio look as tables: each noun's columns, and a record as cells.
//
// The table is columns.csv. It has the members that GET answers, an object's as `loanAmount.amount`, the fields of assets by
// their keys as `fields.address.city`, and lists as one JSON text a cell, which an import takes back. The test
// TestColumns of restcompat makes it of the schema and the operations, so that no member is forgotten.
//
// It imports no other package.
package columns
