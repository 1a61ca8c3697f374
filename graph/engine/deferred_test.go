package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hangingWork is work whose Undo hangs until its time is over.
type hangingWork struct{ ended chan struct{} }

func (hangingWork) Do(context.Context) error { return nil }

func (h hangingWork) Undo(ctx context.Context) {
	<-ctx.Done()
	close(h.ended)
}

// TestUndoHangs: a reply does not wait for a store that hangs, and the removal goes on beside it.
func TestUndoHangs(t *testing.T) {
	t.Parallel()
	h := hangingWork{make(chan struct{})}
	ds := &deferrals{known: map[string]*deferral{"it": {DeferredWork: h}}}
	begun := time.Now()
	ds.undo(t.Context())
	require.Less(t, time.Since(begun), 4*time.Second)
	select {
	case <-h.ended:
		require.Fail(t, "the removal was given up")
	default:
	}
}
