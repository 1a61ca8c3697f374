// Package postgres opens the connection pool that Bun and pgx work on, against the embedded server or against one named
// by a database URL, and checks that the server is safe to use.
//
// What lives here: the pool and the modes in which statements run (pool.go), the settings of each session and their
// check at the start (settings.go), how transactions begin (begin.go). It knows no table: schema and queries are
// storage's. It may import the standard library and pgx; it imports nothing of covertrack. The package embedded below
// this folder starts the server.
package postgres
