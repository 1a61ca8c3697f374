package engine

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// readLater is when a read is tried again that the database was not available for.
const readLater = time.Second

// Follow returns what read returns, now and after each change of the case. When the database is not available, it reads
// again later. The channel is closed when read fails otherwise, and at the end of the subscription of ctx.
func Follow[T any](ctx context.Context, caseID uuid.UUID, read func(ctx context.Context) (T, error)) <-chan T {
	values := make(chan T)
	go func() {
		defer close(values)
		r := RequestOf(ctx)
		w := r.changes.watch(storage.CaseKey{Portfolio: r.Principal.PortfolioID, Case: caseID})
		defer r.changes.leave(w)
		r.broadcast.watches(w)
		for w.awake(ctx) && r.broadcast.begin(ctx, r.Principal) {
			value, err := readAgain(ctx, read)
			if fault.CodeOf(err) == fault.CodeUnavailable {
				r.broadcast.skip()
				time.AfterFunc(readLater, func() { r.changes.poke(w) })
				continue
			}
			if err != nil {
				return // the stream ends, and the client subscribes again
			}
			select {
			case values <- value:
			case <-ctx.Done():
				return
			}
		}
	}()
	return values
}

// readAgain calls read for the next result of a subscription: its request has the time of now, and what the response
// costs is counted anew.
func readAgain[T any](ctx context.Context, read func(ctx context.Context) (T, error)) (value T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = recovered(ctx, cause) // a goroutine of its own has nobody else to catch it
		}
	}()
	r := RequestOf(ctx)
	return read(withRequest(ctx, &Request{
		Principal: r.Principal, Now: r.clock(), Handle: r.Handle, Store: r.Store, Blobs: r.Blobs, id: r.id, clock: r.clock,
	}))
}
