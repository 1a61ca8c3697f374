package installation

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/copies"
)

// markEvery is how old the mark in the object store becomes before a job makes a new one, beside those of starts and
// clean-ups. It is the longest time after which a physical copy is found out, and so that a store whose owner runs is
// seen to be in use (copies.StoreBusyFor).
const markEvery = 15 * time.Minute

// Refusal is the error that the database is not the one that owns the object store.
type Refusal struct{ Differences []string }

// Error says what was found.
func (r *Refusal) Error() string {
	return "this database is not the one that owns the object store:\n  - " + strings.Join(r.Differences, "\n  - ")
}

// Guard says whether this node may send and remove. It is safe for concurrent use.
type Guard struct {
	Config
	restored bool // the operator says that this is a copy

	mu       sync.Mutex // one comparison at a time
	verified bool       // whether database and store were ever seen to belong together
	paused   atomic.Bool
}

// NewGuard returns a guard that allows nothing until Start. With restored it never allows anything.
func NewGuard(cfg Config, restored bool) *Guard {
	g := &Guard{Config: cfg, restored: restored}
	g.paused.Store(true)
	return g
}

// Paused reports whether nothing is sent and nothing is removed, as of the last comparison.
func (g *Guard) Paused() bool { return g.paused.Load() }

// Start compares, and makes a new generation if all is well. It returns a Refusal if anything differs, unless the guard
// was told that this is a copy. An object store that is away is no error: nothing is allowed then until it has been
// compared.
func (g *Guard) Start(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.restored {
		return g.startRestored(ctx)
	}
	err := g.confirm(ctx, true)
	if failed, ok := errors.AsType[storeError](err); ok {
		g.Logger.Warn("the object store cannot be compared with the database; nothing is sent or removed until it can",
			"error", failed.Error())
		return nil
	}
	return err
}

func (g *Guard) startRestored(ctx context.Context) error {
	found, err := g.compare(ctx)
	g.Logger.Warn("running as restored (--restored): no mail is sent, no job runs, nothing is removed",
		"found", strings.Join(found.Differences(), "; "))
	if _, ok := errors.AsType[storeError](err); ok {
		return nil
	}
	return err
}

// confirm compares, and makes a new generation if it is asked to, or if the last one is old.
func (g *Guard) confirm(ctx context.Context, raise bool) error {
	found, err := g.compare(ctx)
	if err != nil {
		return err
	}
	if differences := found.Differences(); len(differences) > 0 {
		g.verified = false
		g.paused.Store(true)
		return &Refusal{differences}
	}
	if found.Server.SystemIdentifier == "" && !g.verified {
		g.Logger.Warn("the database does not say which Postgres cluster it is on (pg_control_system); " +
			"a copy in another cluster is told by its OID and its generation only")
	}
	if raise || found.Mark == nil || g.Now().Sub(found.Mark.WrittenAt) > markEvery {
		if err := g.founded(ctx, found); err != nil {
			return err
		}
	}
	g.verified = true
	g.paused.Store(false)
	return nil
}

// founded makes a new generation of what was found, which is an installation from then on.
func (g *Guard) founded(ctx context.Context, found copies.Sighting) error {
	record := found.Record
	if record == nil {
		err := g.Store.Found(ctx, copies.NewInstallation(uuid.New(), found.Server))
		if err == nil {
			record, err = g.Store.Installation(ctx) // another node may have been first
		}
		if err != nil {
			return err
		}
	}
	return g.raise(ctx, record)
}

// Allows compares again and reports whether a job may run that decides, sends or removes.
func (g *Guard) Allows(ctx context.Context) bool { return g.ask(ctx, false) }

// Raise is Allows for a clean-up, which makes a new generation.
func (g *Guard) Raise(ctx context.Context) bool { return g.ask(ctx, true) }

func (g *Guard) ask(ctx context.Context, raise bool) bool {
	if g.restored {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	was := g.Paused()
	err := g.confirm(ctx, raise)
	refusal, refused := errors.AsType[*Refusal](err)
	switch {
	case err == nil && was:
		g.Logger.Info("database and object store belong together: jobs run again")
	case refused && !was:
		g.Logger.Error("this node runs as restored now: no mail is sent, no job runs, nothing is removed",
			"found", strings.Join(refusal.Differences, "; "))
	case err != nil && !refused:
		g.Logger.Warn("the object store cannot be compared with the database", "error", err)
		return g.verified && !raise // the store's absence is no reason to stop letters, which it has no part in
	}
	return err == nil
}

// Require compares and returns a Refusal if anything differs, for a command that decides, sends or removes once. It
// makes no generation.
func Require(ctx context.Context, c Config) error {
	found, err := c.compare(ctx)
	if err != nil {
		return err
	}
	if differences := found.Differences(); len(differences) > 0 {
		return &Refusal{differences}
	}
	return nil
}
