package blob

import (
	"context"
	"io"
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

// within limits one call of the store. ended must be called with the call's error.
func (s *Store) within(ctx context.Context, limit time.Duration) (limited context.Context, ended func(error)) {
	if s.folder != "" {
		return ctx, func(error) {}
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	return limited, func(err error) {
		late := err != nil && limited.Err() != nil && ctx.Err() == nil
		cancel()
		if late {
			s.hung()
		}
	}
}

// hung closes the connections to the store that are idle: they may hang as the one did that was waited for, while new
// ones work.
func (s *Store) hung() {
	s.log.Warn("the object store does not respond; closing the connections to it")
	if s.closeIdle != nil {
		s.closeIdle()
	}
}

// stall ends a context when what it limits makes no progress. A nil stall limits nothing.
type stall struct {
	timer *time.Timer
	limit time.Duration
}

// watchStall returns the context of one transfer, whose waits are limited between wait and rest.
func (s *Store) watchStall(ctx context.Context) (limited context.Context, w *stall, end func()) {
	limited, cancel := context.WithCancel(ctx)
	if s.folder != "" {
		return limited, nil, cancel
	}
	w = &stall{limit: s.patience.data}
	w.timer = time.AfterFunc(w.limit, func() {
		cancel()
		s.hung()
	})
	w.rest()
	return limited, w, func() { w.rest(); cancel() }
}

func (w *stall) wait() {
	if w != nil {
		w.timer.Reset(w.limit)
	}
}

func (w *stall) rest() {
	if w != nil {
		w.timer.Stop()
	}
}

// writer returns out as a writer that limits the waits of each write.
func (w *stall) writer(out io.Writer) io.Writer {
	if w == nil {
		return out
	}
	return stallWriter{out, w}
}

// stallWriter limits how long the store takes what is written to it, not how long the writer takes to write.
type stallWriter struct {
	io.Writer
	stall *stall
}

// Write passes p on.
func (w stallWriter) Write(p []byte) (int, error) {
	w.stall.wait()
	defer w.stall.rest()
	return w.Writer.Write(p)
}
