// Package access runs around every request: it gives it an id and an entry in the log, and finds out by which door and
// from which address it comes.
package access
