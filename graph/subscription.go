package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*subscriptionResolver) CaseChanged(ctx context.Context, id uuid.UUID) (<-chan *model.Case, error) {
	r := engine.RequestOf(ctx)
	if _, err := storage.Cases.One(ctx, r.Store, id); err != nil {
		return nil, err
	}
	cases := make(chan *model.Case)
	go func() {
		defer close(cases)
		wake, leave := r.WatchCase(id)
		defer leave()
		for awake(ctx, wake) {
			c, err := caseNow(ctx, id)
			if err != nil {
				return // the stream ends, and the client subscribes again
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

// awake waits for the next wake. It returns false at the end of the watch or of the subscription.
func awake(ctx context.Context, wake <-chan struct{}) bool {
	select {
	case _, ok := <-wake:
		return ok
	case <-ctx.Done():
		return false
	}
}

// caseNow reads a case with what is selected of it.
func caseNow(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	ctx = engine.RequestOf(ctx).Again(ctx)
	c, err := storage.Cases.One(ctx, engine.RequestOf(ctx).Store, id)
	if err != nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}
