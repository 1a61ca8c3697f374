package feed

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

const (
	// placeEvery is how often a node looks for events without a position, and idleEvery after idleLooks that found none: a look costs
	// an idle node and its database a millisecond.
	placeEvery = 100 * time.Millisecond
	idleEvery  = 300 * time.Millisecond
	idleLooks  = 100
	// placeWithin bounds one look and what it finds.
	placeWithin = 10 * time.Second
	// restAfterFailure is how long a node waits after the database has failed it.
	restAfterFailure = time.Second
)

// Config is what a placer works with. All but Placed is required.
type Config struct {
	Store   *storage.Store
	Now     func() time.Time
	Logger  *slog.Logger
	Placed  func()      // is called when events got their positions
	Allowed func() bool // reports whether the node may write, which one on a copy of the database must not
}

// Placer gives committed events their positions. Any number of nodes may run one: a portfolio's events are placed by one of
// them at a time.
type Placer struct {
	Config
}

// Start runs a placer until stop is called, which waits for what it is doing.
func Start(cfg Config) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Placer{Config: cfg}
	var running sync.WaitGroup
	running.Go(func() { p.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

func (p *Placer) run(ctx context.Context) {
	rest, inVain := placeEvery, 0
	for pause.For(ctx, rest) {
		rest = placeEvery
		if !p.Allowed() {
			continue
		}
		some, err := p.once(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			p.Logger.Warn("events wait for their place in the feed", "error", err)
			rest = restAfterFailure
		case some:
			inVain = 0
		case inVain < idleLooks:
			inVain++
		default:
			rest = idleEvery
		}
	}
}

// once gives positions to all events that have none, and reports whether there were any. It finishes what it began even if the
// node stops.
func (p *Placer) once(ctx context.Context) (found bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), placeWithin)
	defer cancel()
	portfolios, err := p.Store.UnplacedPortfolios(ctx)
	found = len(portfolios) > 0
	for len(portfolios) > 0 && err == nil {
		portfolios, err = p.place(ctx, portfolios)
	}
	return found, err
}

// place gives positions to the next events of portfolios, and returns those that have more. Readers hear of the first ones
// while the last ones are placed.
func (p *Placer) place(ctx context.Context, portfolios []uuid.UUID) (more []uuid.UUID, err error) {
	for some := range slices.Chunk(portfolios, storage.PortfoliosAtOnce) {
		placed, left, failed := p.Store.PlaceEvents(ctx, some, p.Now())
		if placed > 0 && p.Placed != nil {
			p.Placed()
		}
		more, err = append(more, left...), errors.Join(err, failed)
	}
	return more, err
}
