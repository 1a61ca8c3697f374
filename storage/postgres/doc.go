// Package postgres opens the connection pool that Bun and pgx work on, against the embedded server or against one named
// by a database URL, and checks that the server is safe to use.
//
// What lives here: the pool and the modes in which statements run (pool.go), the settings of each session (settings.go)
// and the check of the server at the start (check.go). It knows no table: schema and queries are storage's. It may
// import the standard library and pgx; it imports nothing of covertrack. The server itself is started by the package
// embedded below this folder.
package postgres
