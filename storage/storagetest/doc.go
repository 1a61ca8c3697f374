// Package storagetest gives each test a real database of its own, and worlds of lenders to work in.
//
// The first test of a process starts a throw-away Postgres and migrates one template; every database is a copy of it.
// Those of NewWorld and of an Image are handed on from test to test, with the rows that they had at first. The server ends
// with the process. Factories make records in a book (storage/book), by the rules that requests follow; Insert and Bulk
// write rows past every rule. It may import storage, storage/book and what is below them. To add a factory, write a method
// of World in factory.go that takes a *Tenant.
package storagetest
