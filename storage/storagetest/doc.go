// Package storagetest gives each test a real database of its own, and worlds of lenders to work in.
//
// The first test of a process starts a throw-away Postgres and migrates one template; every database is a copy of it. The
// server dies with the process. It may import storage and what lies below it. To add a factory, write a file named after
// the noun with a function that takes a *Tenant.
package storagetest
