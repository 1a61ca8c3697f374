// Package load makes synthetic portfolios of realistic proportions for load tests (contract section 8, `covertrack
// load`).
//
// It fills a book (package book) and may import that, model and storage. The proportions are the tables in
// proportions.go, those of verdicts too; the records of one case are made in case.go, asset.go and policy.go, the
// records that cases share in parties.go. line.go says what policies cover and what the risk profiles demand, which is
// the same, and fate.go what goes wrong with it. At the end of addCase all that the case's compliance follows from is
// in memory.
package load
