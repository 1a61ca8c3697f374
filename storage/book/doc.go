// Package book makes whole portfolios in memory, by the rules of model, and writes them by COPY: the demo data, the
// synthetic portfolios of load tests, and the records of tests (storagetest).
//
// A Book has one method for each thing that can happen to a portfolio's records. Each runs the same constructor of
// model that a request runs, so a book holds nothing that the API would refuse. Ids and everything else follow from the
// seed and the times given: a book made twice is the same book. It may import model and storage. To add a noun, write a
// method in the noun's file. Inputs with made-up values are in input.go, the words that they are made of in
// words.go, and what risk profiles demand in demand.go. FactsOf gathers what the compliance of a case follows from.
package book
