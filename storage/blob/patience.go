package blob

import (
	"context"
	"time"
)

// patience is how long we wait for an object store that says nothing (reliability R10). A folder has no such limits:
// the disk is this machine's.
type patience struct {
	look time.Duration // for an answer about one object, with all that is repeated
	copy time.Duration // for a copy, which the store makes by itself
	data time.Duration // for the next bytes of a file, in either direction
}

// usualPatience leaves a request that only looks 1 s of its 5 for the rest. Copies belong to the uploads, which may
// take 30 s.
var usualPatience = patience{look: 4 * time.Second, copy: 20 * time.Second, data: 10 * time.Second}

// A wait is for an answer of the store, or the next part of it.
type wait struct {
	timer  *time.Timer
	limit  time.Duration
	cancel context.CancelFunc
}

// within returns the context of one call of the store and begins the wait for it. After the limit the context ends, and
// so do the idle connections: they may hang as the one did that was waited for, while new ones work.
func (b *s3Bucket) within(ctx context.Context, limit time.Duration) (context.Context, *wait) {
	limited, cancel := context.WithCancel(ctx)
	return limited, &wait{limit: limit, cancel: cancel, timer: time.AfterFunc(limit, func() {
		cancel()
		b.log.Warn("the object store does not respond; closing the connections to it")
		b.closeIdle()
	})}
}

// begin begins the wait for the next part.
func (w *wait) begin() { w.timer.Reset(w.limit) }

// rest ends the wait for a part. What is done until the next one may take its time.
func (w *wait) rest() { w.timer.Stop() }

// end ends the call.
func (w *wait) end() {
	w.rest()
	w.cancel()
}

// Read is called with the bytes that were just sent.
func (w *wait) Read(p []byte) (int, error) {
	w.begin()
	return len(p), nil
}
