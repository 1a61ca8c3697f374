package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hangingErrand is one whose removal ends only with its time.
type hangingErrand struct{ ended chan struct{} }

func (hangingErrand) Do(context.Context) error { return nil }

func (h hangingErrand) Undo(ctx context.Context) {
	<-ctx.Done()
	close(h.ended)
}

// TestUndoHangs: a reply does not wait for a store that hangs, and the removal goes on beside it.
func TestUndoHangs(t *testing.T) {
	t.Parallel()
	h := hangingErrand{make(chan struct{})}
	es := &errands{known: map[string]*errand{"it": {Errand: h}}}
	begun := time.Now()
	es.undo(t.Context())
	require.Less(t, time.Since(begun), 4*time.Second)
	select {
	case <-h.ended:
		require.Fail(t, "the removal was given up")
	default:
	}
}
