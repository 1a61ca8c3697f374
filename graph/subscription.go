package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*subscriptionResolver) CaseChanged(ctx context.Context, id uuid.UUID) (<-chan *model.Case, error) {
	r := requestOf(ctx)
	if _, err := r.store.Case(ctx, id); err != nil {
		return nil, err
	}
	cases := make(chan *model.Case)
	go func() {
		defer close(cases)
		w := r.changes.watch(storage.CaseKey{Portfolio: r.principal.PortfolioID, Case: id})
		defer r.changes.leave(w)
		for awake(ctx, w) {
			c, err := caseNow(ctx, id)
			if err != nil {
				return // the stream ends, and the client comes again
			}
			select {
			case cases <- c:
			case <-ctx.Done():
				return
			}
		}
	}()
	return cases, nil
}

// awake waits for the next wake; false at the end of the watch or of the subscription.
func awake(ctx context.Context, w *watcher) bool {
	select {
	case _, ok := <-w.wake:
		return ok
	case <-ctx.Done():
		return false
	}
}

// caseNow reads a case with what the selection asks of it.
func caseNow(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	r := requestOf(ctx)
	ctx = withRequest(ctx, r.again())
	c, err := r.store.Case(ctx, id)
	if err != nil {
		return nil, err
	}
	return c, relateCases(ctx, selectionOf(ctx), []*model.Case{c})
}
