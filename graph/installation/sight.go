package installation

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/copies"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/pause"
)

const (
	// storeTimeout is the longest that a look at the object store takes.
	storeTimeout = 5 * time.Second
	// looks is how often is looked until a difference is believed: between two writes of an adoption there is one.
	looks     = 3
	lookAgain = 300 * time.Millisecond
)

// Config is what the parts of this package work with. All of it is required.
type Config struct {
	Store  *storage.Store
	Blobs  *blob.Store
	Now    func() time.Time
	Logger *slog.Logger
}

// storeError is that the object store could not be asked.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// compare looks at both sides. A difference is returned only if it does not go away.
func (c Config) compare(ctx context.Context) (s copies.Sighting, err error) {
	for i := range looks {
		if i > 0 && !pause.For(ctx, lookAgain) {
			return s, ctx.Err()
		}
		if s, err = c.look(ctx); err != nil || len(s.Differences()) == 0 {
			break
		}
	}
	return s, err
}

// look reads the store's mark before it asks the database whether it knows the mark: the database always knows first.
func (c Config) look(ctx context.Context) (s copies.Sighting, err error) {
	s.Store = c.Blobs.Name()
	if s.Mark, err = c.mark(ctx); err != nil {
		return s, err
	}
	if s.Server, err = c.Store.Server(ctx); err != nil {
		return s, err
	}
	if s.Record, err = c.Store.Installation(ctx); err != nil {
		return s, err
	}
	if s.Mark == nil && s.Record != nil && s.Record.Marked { // perhaps another node has only just started
		if s.Mark, err = c.mark(ctx); err != nil {
			return s, err
		}
	}
	id := uuid.Nil
	if s.Mark != nil {
		id = s.Mark.ID
	}
	s.Generation, s.Known, err = c.Store.Generation(ctx, id)
	return s, err
}

// mark returns the mark in the object store, or nil if there is none.
func (c Config) mark(ctx context.Context) (*copies.Mark, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	text, err := c.Blobs.Mark(ctx)
	if err != nil {
		return nil, storeError{err}
	}
	if text == nil {
		return nil, nil //nolint:nilnil // it is no error that there is none
	}
	m := new(copies.Mark)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, storeError{fmt.Errorf("the mark in the object store cannot be read: %w", err)}
	}
	return m, nil
}

// raise makes a new generation: in the database first, then in the object store.
func (c Config) raise(ctx context.Context, i *copies.Installation) error {
	id := uuid.New()
	generation, err := c.Store.RaiseGeneration(ctx, id)
	if err != nil {
		return err
	}
	return c.write(ctx, i, generation, id)
}

func (c Config) write(ctx context.Context, i *copies.Installation, generation int64, id uuid.UUID) error {
	text, err := json.Marshal(i.MarkOf(generation, id, c.Blobs.Name(), c.Now()))
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := c.Blobs.WriteMark(within, text); err != nil {
		return storeError{err}
	}
	if i.Marked {
		return nil
	}
	return c.Store.HasMarked(ctx)
}
