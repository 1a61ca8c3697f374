package jobs

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/storage"
)

type (
	// policyArgs is a sweep of one policy.
	policyArgs struct {
		Portfolio uuid.UUID `json:"portfolio"`
		Policy    uuid.UUID `json:"policy"`
	}
	// judgeArgs is a look at cases whose verdicts stay, and at what follows from them: all with a task, if none is named.
	judgeArgs struct {
		Portfolio uuid.UUID   `json:"portfolio"`
		Cases     []uuid.UUID `json:"cases"`
	}
	// dutyArgs is one of the duties that the program adds, or a share of it.
	dutyArgs struct {
		Name  string      `json:"name"`
		Share rates.Share `json:"share,omitzero"`
	}
	// deliverArgs is a delivery in one portfolio; in all without it.
	deliverArgs struct {
		Portfolio uuid.UUID `json:"portfolio,omitzero"`
	}
	// sweepArgs is a sweep of all notices, or of a share.
	sweepArgs struct {
		Share rates.Share `json:"share,omitzero"`
	}
	cleanArgs struct{}
)

// Kind is the name of the job in the database.
func (policyArgs) Kind() string { return "renewal_wake" }

// Kind is the name of the job in the database.
func (judgeArgs) Kind() string { return "verdict_wake" }

// Kind is the name of the job in the database.
func (dutyArgs) Kind() string { return "duty" }

// Kind is the name of the job in the database.
func (sweepArgs) Kind() string { return "renewal_sweep" }

// Kind is the name of the job in the database.
func (deliverArgs) Kind() string { return "renewal_deliver" }

// Kind is the name of the job in the database.
func (cleanArgs) Kind() string { return "clean_up" }

// queueMail is the queue of deliveries, so that a slow mail server delays nothing else.
const queueMail = "mail"

// Imports is the name of the duty that works on imports. It has a queue of its own, for a large file takes minutes.
const Imports = "imports"

// Sandboxes is the name of the duty that moves the clocks of sandboxes, and of its queue.
const Sandboxes = "sandboxes"

// These are the names of the sweeps of what is due by time, and of their queues: one that has much to do delays nothing else.
const (
	Notices    = "notices"
	Verdicts   = "verdicts"
	Placements = "placements"
)

// queueOf is the queue of a duty.
func queueOf(duty string) string {
	if slices.Contains(Queues(), duty) {
		return duty
	}
	return river.QueueDefault
}

// Queues returns the names of the queues of jobs.
func Queues() []string {
	return []string{river.QueueDefault, queueMail, Imports, Sandboxes, Notices, Verdicts, Placements}
}

// once gives every job a single attempt: the next job of its kind does what it left undone.
func once(queue string) *river.InsertOpts { return &river.InsertOpts{MaxAttempts: 1, Queue: queue} }

// onceIn is once for a job that is unique in its period, so that neither a new leader nor a second node adds it twice.
func onceIn(every time.Duration, queue string) *river.InsertOpts {
	opts := once(queue)
	opts.UniqueOpts = river.UniqueOpts{ByPeriod: every, ByArgs: true}
	return opts
}

// inserter adds jobs within a transaction of the caller, so it needs no database of its own.
var inserter = func() *river.Client[pgx.Tx] {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{})
	if err != nil {
		panic("River takes an empty configuration: " + err.Error())
	}
	return client
}()

// first are the policies of a portfolio that are swept before those of portfolios with very many: one a second, and never
// the rest of a batch (reliability R25).
var first = rates.New[uuid.UUID](60, time.Minute, time.Now)

// SweepPolicies starts a sweep of each policy as soon as the transaction is committed.
func SweepPolicies(ctx context.Context, store *storage.Portfolio, policies ...uuid.UUID) error {
	if isHeld(ctx) {
		return nil
	}
	jobs := make([]river.InsertManyParams, len(policies))
	for i, id := range policies {
		opts := once(river.QueueDefault)
		if _, isAmongFirst := first.Take(store.ID(), 1); i > 0 || !isAmongFirst {
			opts.Priority = 2
		}
		jobs[i] = river.InsertManyParams{Args: policyArgs{Portfolio: store.ID(), Policy: id}, InsertOpts: opts}
	}
	return enqueue(ctx, store, jobs)
}

// Judge has the cases judged as soon as the transaction is committed, or all that have findings, if none is
// named. A case that was judged without what the transaction changes is judged again.
func Judge(ctx context.Context, store *storage.Portfolio, cases ...uuid.UUID) error {
	opts := once(river.QueueDefault)
	if opts.MaxAttempts, opts.Priority = 5, 2; isHeld(ctx) {
		opts.Queue = HeldQueue(store.ID())
	}
	return enqueue(ctx, store, []river.InsertManyParams{{Args: judgeArgs{Portfolio: store.ID(), Cases: cases}, InsertOpts: opts}})
}

// Deliver starts a delivery of letters as soon as the transaction is committed.
func Deliver(ctx context.Context, store *storage.Portfolio) error {
	if isHeld(ctx) {
		return nil
	}
	return enqueue(ctx, store, []river.InsertManyParams{{Args: deliverArgs{store.ID()}, InsertOpts: once(queueMail)}})
}

// ReleaseTasksDuty is the name of the duty that makes the open tasks of suspended people nobody's.
const ReleaseTasksDuty = "tasks of suspended people"

// Soon has a duty done as soon as the transaction is committed.
func Soon(ctx context.Context, store *storage.Portfolio, duty string) error {
	return enqueue(ctx, store, []river.InsertManyParams{{Args: dutyArgs{Name: duty}, InsertOpts: once(queueOf(duty))}})
}

func enqueue(ctx context.Context, store *storage.Portfolio, jobs []river.InsertManyParams) error {
	if len(jobs) == 0 {
		return nil
	}
	return store.InPgx(ctx, func(tx pgx.Tx) error {
		_, err := inserter.InsertManyFastTx(ctx, tx, jobs)
		return err
	})
}
