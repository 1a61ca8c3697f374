// Package load makes synthetic portfolios of realistic proportions for load tests (contract section 8, `covertrack
// load`).
//
// It fills a book (package book) and may import that, model and storage. The proportions are the tables in
// proportions.go; the records of one case are made in case.go, the records that cases share in parties.go.
package load
