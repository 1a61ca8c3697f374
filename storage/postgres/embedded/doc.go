// Package embedded runs the Postgres that covertrack brings up by itself: it finds the programs of Postgres, makes the
// cluster in a data folder, starts the server and ends it. It also starts the throw-away clusters of the tests.
//
// It may import the standard library, golang.org/x/sys and pgx; it imports nothing of covertrack. The pool on such a
// server is opened by the package postgres above this folder; neither of the two imports the other.
//
// How the parts fit: [Start] locks the folder (lock.go), finds out which user runs the server with which programs and
// whether that user can reach the folder (cluster.go, identity.go, binaries.go), makes the cluster if it is new
// (initdb.go), waits for what a killed process left behind, and starts the server (launch.go, process.go). What differs
// between Linux and macOS is in kernel_*.go. A setting of the server belongs in settings.go, and a new place where
// programs are found in binaries.go.
package embedded
