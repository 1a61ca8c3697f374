// Package admission decides which requests the node takes: at most so many a minute from a token, so many at once from an
// organization, and so many at once in all. It is one middleware for both doors, after authentication.
//
// It may import graph and model. It keeps nothing that outlives the process: each node counts for itself.
package admission
