// Package book makes whole portfolios in memory, by the rules of model, and writes them by COPY: the demo data and the
// synthetic portfolios of load tests.
//
// A Book has one method for each thing that can happen to a portfolio's records; each runs the same constructor of model
// that a request would, so that nothing comes about which the API would refuse. Ids and everything else follow from the seed
// and the times given, so a book made twice is the same book. It may import model, storage and graph/renewal. To add a noun, give Book its
// list, a method in the noun's file, and its place in the order of Write (book.go).
package book
