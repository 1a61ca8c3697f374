// Package embedded runs the Postgres that covertrack brings up by itself: it finds the binaries, makes the cluster in a
// data folder, starts the server or attaches to one that another process runs, and stops it. It also starts the
// throw-away clusters of the tests.
//
// It may import the standard library, golang.org/x/sys and pgx; it imports nothing of covertrack. The pool on such a
// server is opened by the package postgres above this folder; neither of the two imports the other.
//
// How the parts fit: [Start] first tries to become the owner of the cluster, or attaches to the owner's server
// (acquire.go, flock.go). The owner then finds out which user runs the server with which binaries, and whether that
// user can reach the folder (cluster.go, identity.go, binaries.go). It ends what a killed process left behind
// (process.go), makes the cluster if it is new (initdb.go), and starts the server (launch.go). What differs
// between Linux and macOS is in kernel_*.go. A setting of the server belongs in settings.go, and a new place where
// binaries are found in binaries.go.
package embedded
