// Package copies has the commands about copies of a database (adopt, backup verify), and says what to do when the database
// is a copy of the one that owns the object store.
package copies
