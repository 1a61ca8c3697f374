// Package admission limits the requests that the node accepts: how many a minute from one token, and how many at once
// from one organization and in all. It is one middleware for both doors, after authentication. It counts streams too
// (streams.go), which the doors open by way of the engine.
//
// It may import graph and model. It stores nothing: each node counts for itself.
package admission
