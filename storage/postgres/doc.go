// Package postgres is the pool of connections, against the embedded server or against one named by a database URL.
//
// What lives here: the pool and its checks (pool.go, settings.go), a connection whose statements may wait for the next one
// (conn.go), whose share of the pool a connection is (shares.go), waits that end (patience.go, wire.go), notifications
// (listener.go). It knows no table: schema and queries are storage's. It may import the standard library and pgx; it imports
// nothing of covertrack. The package embedded below this folder starts the server.
//
// What pgx would do by itself is done here where it pays:
//
//   - Statements that wait (Conn.Later) save a round trip each, which the budgets of restcompat/e2e count. Without them Later
//     would be Run.
//   - Statements of batches are kept prepared (prepared.go). Prepared writes took creations from 0.56 to 0.85 of the bench's
//     LIMIT; pgx has one mode for a whole batch, and most of its others would be prepared in vain. Without it Conn.kept goes too.
//   - Waits have limits of ours (wire.go): a context for each statement would cost allocations, and pgx ends the wait for a
//     server that says nothing only a second after its context (reliability R10).
//   - Shares keep one organization from taking the whole pool (reliability R11). They cost a get 4.7 µs.
package postgres
