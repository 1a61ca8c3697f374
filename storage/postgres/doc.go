// Package postgres finds, starts and stops the embedded Postgres of covertrack, and opens the connection pool that Bun
// works on, be it against the embedded server or against one named by a database URL.
//
// What lives here: the search for binaries, the cluster of a data folder (initdb, start, attach, stop), the throw-away
// clusters of the tests, and the pool with its session settings. It knows no table: schema and queries are storage's.
// It may import the standard library, golang.org/x/sys and pgx; it imports nothing of covertrack.
//
// How the parts fit: [Start] is acquire (acquire.go: become the owner of the folder's lock, or attach to who is) →
// prepare (identity.go, binaries.go: who runs it, with which binaries, can they reach the folder) → initdb (initdb.go) →
// launch (launch.go, process*.go: the child and its life). A setting of the server goes into settings.go, a new place
// where binaries live into binaries.go, a setting of the client's sessions into pool.go.
package postgres
