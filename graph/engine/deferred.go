package engine

import (
	"context"
	"errors"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// DeferredWork is work of a mutation that takes long and needs no database, such as copying files.
type DeferredWork interface {
	// Do does the work while the call holds no connection. For a request that IsRefused it only finds out what is wrong.
	Do(ctx context.Context) error
	// Undo removes what Do made, because the call has committed nothing. It is not called when the outcome of the commit
	// is unknown, or when the server ends, so a clean-up job must find leftovers too.
	Undo(ctx context.Context)
}

const (
	// undoWithin bounds the removal of what a call's deferred work made.
	undoWithin = 10 * time.Second
	// undoPatience is how long a reply waits for that removal. It is short: if the object store hangs, Do has used up
	// most of the 5 s that a reply may take (reliability R10).
	undoPatience = 250 * time.Millisecond
)

// errDeferred ends a transaction whose resolver has planned deferred work.
var errDeferred = errors.New("deferred work comes first")

// deferrals are the deferred work of a call, for all its transactions.
type deferrals struct {
	known     map[string]*deferral // by the path of their field
	next      []*deferral          // to be done before the next transaction
	committed bool                 // the call is committed, or may be
}

type deferral struct {
	DeferredWork
	err error
}

// Defer has the engine do work outside of the transaction. The first time that a field calls it, it calls plan and
// returns an error, which the resolver returns as it is: the engine rolls the transaction back, does the work, and runs
// the operation again in another transaction. The second time, it returns that work and the error of its Do. What plan
// has read must be checked again then, unless it never changes. A field defers one piece of work at most.
func Defer[W DeferredWork](ctx context.Context, plan func() (W, error)) (W, error) {
	all, field := RequestOf(ctx).deferrals, graphql.GetPath(ctx).String()
	if done := all.known[field]; done != nil {
		return done.DeferredWork.(W), done.err
	}
	planned, err := plan()
	if err != nil {
		return planned, err
	}
	d := &deferral{DeferredWork: planned}
	if all.known == nil {
		all.known = map[string]*deferral{}
	}
	all.known[field] = d
	all.next = append(all.next, d)
	return planned, errDeferred
}

// run does the work that the last transaction has planned.
func (ds *deferrals) run(ctx context.Context) {
	for _, d := range ds.next {
		d.err = d.Do(ctx)
	}
	ds.next = nil
}

// undo undoes all work unless the call may have been committed. It returns after undoPatience even if an Undo hangs.
func (ds *deferrals) undo(ctx context.Context) {
	if ds.committed || len(ds.known) == 0 {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoWithin)
		defer cancel()
		for _, d := range ds.known {
			d.Undo(ctx)
		}
	}()
	select {
	case <-done:
	case <-time.After(undoPatience):
	}
}
