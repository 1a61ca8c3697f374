// Package demo makes the demo data (contract section 8): a portfolio as a lender would have it, with one of everything
// that the program does.
//
// It fills a book (package book) and may import that and model. What the cases share is in shared.go; the cases that show
// one thing each are in scenario.go, all others in case.go; coverage.go says what policies cover and when they end, and
// makes the documents that prove it. To show something new, add a scenario.
package demo
