package engine

import "context"

// tail is the run of a subscription of which no result may be left out, unlike those that broadcasts show. Each stream
// has its own. The next result is on its way when the reader has taken the last one.
type tail struct {
	id    string        // of the result that is on its way: where a reader goes on who has it
	taken chan struct{} // has a token when the reader has the last one, and none is on its way
}

// give reports whether the reader has taken the outcome.
func (t *tail) give(ctx context.Context, outcomes chan<- Outcome, o Outcome) bool {
	select {
	case outcomes <- o:
		t.taken <- struct{}{}
		return true
	case <-ctx.Done():
		return false
	}
}
