package installation

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Verification says whether a database and its object store are whole. It changes neither.
type Verification struct {
	Config
	Progress Progress
	Wrong    func(what string) // called for each thing that is wrong, one at a time
}

// Verified is what a verification has looked at.
type Verified struct{ Migrations, Tables, Documents, Wrong int }

// Run looks at the migrations, the totals and the files of documents. Without all migrations it looks no further.
func (v Verification) Run(ctx context.Context) (done Verified, err error) {
	var one sync.Mutex
	wrong := func(form string, args ...any) {
		one.Lock()
		defer one.Unlock()
		done.Wrong++
		v.Wrong(fmt.Sprintf(form, args...))
	}
	if done.Migrations, err = v.migrations(ctx, wrong); err != nil || done.Wrong > 0 {
		return done, err
	}
	if done.Tables, err = v.totals(ctx, wrong); err != nil {
		return done, err
	}
	done.Documents, err = v.eachFile(ctx, v.Progress, func(ctx context.Context, d *model.Document) error {
		return v.file(ctx, d, wrong)
	})
	return done, err
}

type complain func(form string, args ...any)

// migrations looks for unknown ones first: the list of the known ones fails if there are any.
func (v Verification) migrations(ctx context.Context, wrong complain) (int, error) {
	unknown, err := v.Store.UnknownMigrations(ctx)
	for _, name := range unknown {
		wrong("the migration %s is unknown: it is a backup of a newer version; use that version's program", name)
	}
	if err != nil || len(unknown) > 0 {
		return len(unknown), err
	}
	known, err := v.Store.Migrations(ctx)
	for _, m := range known {
		if !m.Applied {
			wrong("the migration %s is missing: it is a backup of an older version; run `covertrack migrate up`", m.Name)
		}
	}
	return len(known), err
}

func (v Verification) totals(ctx context.Context, wrong complain) (int, error) {
	nouns := storage.Counted()
	for _, noun := range nouns {
		miscounts, err := v.Store.Miscounts(ctx, noun)
		if err != nil {
			return 0, err
		}
		for _, m := range miscounts {
			wrong("the total of %s in the portfolio %s is recorded as %d, and there are %d: records are lost, or "+
				"triggers were off while they were restored", m.Noun, m.PortfolioID, m.Recorded, m.Rows)
		}
	}
	return len(nouns), nil
}

func (v Verification) file(ctx context.Context, d *model.Document, wrong complain) error {
	size, err := v.Blobs.Stat(ctx, d.BlobKey)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		wrong("the file of the document %s is missing: %s", d.ID, d.BlobKey)
	case err != nil:
		return err
	case d.Size != 0 && d.Size != size:
		wrong("the file of the document %s has %d bytes instead of %d: %s", d.ID, size, d.Size, d.BlobKey)
	}
	return nil
}
