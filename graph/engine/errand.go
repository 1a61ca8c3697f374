package engine

import (
	"context"
	"errors"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// Errand is work of a mutation that takes long and needs no database, such as copying files.
type Errand interface {
	// Do does the work while the call holds no connection.
	Do(ctx context.Context) error
	// Undo removes what was made, because the call has committed nothing. It may not be called: when it is unknown
	// whether the call was committed, or the server ends. So what an errand leaves behind must be found by a clean-up too.
	Undo(ctx context.Context)
}

const (
	// undoWithin bounds the removal of what a call's errands made.
	undoWithin = 10 * time.Second
	// undoPatience is how long a reply waits for it: where it hangs, what hung before has taken most of the 5 s that a
	// reply may take (reliability R10).
	undoPatience = 250 * time.Millisecond
)

// errOutside ends a transaction before errands, which come before the next one.
var errOutside = errors.New("errands come first")

// errands are those of a call, for all its transactions.
type errands struct {
	known     map[string]*errand // by the path of their field
	next      []*errand          // to be done before the next transaction
	committed bool               // or maybe
}

type errand struct {
	Errand
	err error
}

// Outside returns the errand that plan makes, once it was done, and the error of Do. The first time, it returns another
// error, which the resolver returns as it is: the engine then rolls back the transaction, does the errand, and runs the
// operation again in another one. So plan decides in the first transaction, and what it found must be checked again, or
// be true for ever. A field has one errand at most.
func Outside[E Errand](ctx context.Context, plan func() (E, error)) (E, error) {
	all, field := RequestOf(ctx).errands, graphql.GetPath(ctx).String()
	if done := all.known[field]; done != nil {
		return done.Errand.(E), done.err
	}
	planned, err := plan()
	if err != nil {
		return planned, err
	}
	e := &errand{Errand: planned}
	if all.known == nil {
		all.known = map[string]*errand{}
	}
	all.known[field] = e
	all.next = append(all.next, e)
	return planned, errOutside
}

// run does what was asked for in the last transaction.
func (es *errands) run(ctx context.Context) {
	for _, e := range es.next {
		e.err = e.Do(ctx)
	}
	es.next = nil
}

// undo undoes all errands unless the call may have been committed. It returns soon, also while they hang.
func (es *errands) undo(ctx context.Context) {
	if es.committed || len(es.known) == 0 {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoWithin)
		defer cancel()
		for _, e := range es.known {
			e.Undo(ctx)
		}
	}()
	select {
	case <-done:
	case <-time.After(undoPatience):
	}
}
