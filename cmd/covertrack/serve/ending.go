package serve

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

const (
	// endWithin is how long the server may take to end after SIGTERM and --drain-delay, whatever hangs (reliability R10).
	endWithin = 44 * time.Second
	// killReserve is the part of it that is kept for an embedded Postgres that does not respond.
	killReserve = 7 * time.Second
)

// ending makes the server end in time. Each step of the end has its own limit. If they do not suffice, the process
// exits.
type ending struct {
	log    *slog.Logger
	delay  time.Duration // how long requests are still accepted
	ignore func() bool   // stops waiting for the end of the context

	mu       sync.Mutex
	by       time.Time // when the process exits; zero until the end has begun
	exit     *time.Timer
	postgres *embedded.Server
}

// watchEnd begins to count when ctx ends.
func watchEnd(ctx context.Context, delay time.Duration, log *slog.Logger) *ending {
	e := &ending{log: log, delay: delay}
	e.ignore = context.AfterFunc(ctx, e.begin)
	return e
}

func (e *ending) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.by = time.Now().Add(e.delay + endWithin)
	e.exit = time.AfterFunc(e.delay+endWithin, e.force)
}

// force ends the process, and the embedded Postgres with it.
func (e *ending) force() {
	e.log.Error("not everything ended in time; leaving it")
	e.mu.Lock()
	if e.postgres != nil {
		e.postgres.Kill()
	}
	os.Exit(command.ExitFailure)
}

// done says that everything has ended.
func (e *ending) done() {
	e.ignore()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.exit != nil {
		e.exit.Stop()
	}
}

// watch names the embedded server, if there is one, which must not outlive the process.
func (e *ending) watch(db *command.Database) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.postgres = db.Embedded
}

// stop ends the database in order, in what is left of the time. A server that does not respond is killed.
func (e *ending) stop(ctx context.Context, db *command.Database) error {
	within := command.StopWithin
	e.mu.Lock()
	if !e.by.IsZero() {
		within = min(within, time.Until(e.by)-killReserve)
	}
	e.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	return db.Stop(ctx)
}

// together runs all functions at the same time and returns their errors.
func together(all ...func() error) []error {
	errs := make([]error, len(all))
	var running sync.WaitGroup
	for i, run := range all {
		running.Go(func() { errs[i] = run() })
	}
	running.Wait()
	return errs
}
