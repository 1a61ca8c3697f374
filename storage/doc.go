// Package storage is how records are found and saved for one portfolio: queries, transactions, migrations. All SQL is here.
//
// Only For yields the methods on a portfolio's records, so an unscoped query does not compile. It may import model and
// storage/postgres. To add a noun: a migration in migrations/, a file named after the noun with its queries (its list is
// one call of list, list.go), and `make generate` to renew schema.sql. Its reads go through one, byID, ofParents or read and its
// inserts through insert, so that they are prepared (statement.go, insert.go) and scanned fast (scan.go).
package storage
