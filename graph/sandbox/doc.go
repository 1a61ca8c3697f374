// Package sandbox moves the clocks of sandboxes: from one moment at which something is due to the next, and does what is due at
// each, in a fixed order.
//
// The clock is in the database, so a node that ends on the way is followed by another. Each moment is done until nothing is left of
// it, and once more after such an end: doing it twice changes nothing.
//
// It may import graph/jobs, graph/placing, graph/renewal, graph/verdict, model, storage, storage/blob, storage/erasing, storage/pause
// and storage/sandbox.
package sandbox
