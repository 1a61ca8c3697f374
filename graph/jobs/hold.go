package jobs

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"
)

// Asked are the cases of a portfolio that are to be judged.
type Asked struct {
	Cases []uuid.UUID
	All   bool // all that have findings too
}

// Add adds what a job of the database asks for, by its kind and arguments.
func (a *Asked) Add(kind, args string) error {
	var of judgeArgs
	if kind != of.Kind() {
		return nil
	}
	err := json.Unmarshal([]byte(args), &of)
	a.Cases, a.All = append(a.Cases, of.Cases...), a.All || len(of.Cases) == 0
	slices.SortFunc(a.Cases, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
	a.Cases = slices.Compact(a.Cases)
	return err
}

type holdKey struct{}

// Hold returns a context in which no node runs the jobs that are asked for: who moves the clock of a sandbox does them itself.
// What follows from the records is not noted; what is to be judged waits in the portfolio's HeldQueue.
func Hold(ctx context.Context) context.Context { return context.WithValue(ctx, holdKey{}, true) }

func isHeld(ctx context.Context) bool { return ctx.Value(holdKey{}) != nil }

// HeldQueue is the name of the queue, which no node works on, of a portfolio's jobs that are held.
func HeldQueue(portfolio uuid.UUID) string { return Sandboxes + "-" + portfolio.String() }
