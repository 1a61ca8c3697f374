// Package importing has the rules by which tables become records: where a table begins, what its columns are, what a cell says,
// which rows are one loan, and how an import moves from its upload to its release.
//
// Nothing here reads a file: rooms above give it rows. Ambiguous dates and amounts are questions for a person, never guesses.
//
// It may import model, model/catalog, model/columns, model/fault, model/page and model/scalar.
package importing
