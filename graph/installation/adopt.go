package installation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/copies"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Adoption makes a copy of a database an installation of its own, which owns the object store of Config.
type Adoption struct {
	Config
	From         *blob.Store // the store that files of documents are copied from; nil if they are there
	TakeOver     bool        // even if the store's owner has written within the last hour
	AllowMissing bool        // even if files of documents are not there
	Progress     Progress
}

// Adopted is what an adoption has done.
type Adopted struct {
	Installation               uuid.UUID
	Documents, Copied, Missing int
}

// Run copies the files of documents, those of the right size excepted that are there, and then gives the database a new
// id and the store its mark. It can be repeated: until the end the database is what it was, and no file is removed.
func (a Adoption) Run(ctx context.Context) (done Adopted, err error) {
	if err := a.checkFree(ctx); err != nil {
		return done, err
	}
	var files tally
	if done.Documents, err = a.eachFile(ctx, a.Progress, func(ctx context.Context, d *model.Document) error {
		return a.bring(ctx, d.BlobKey, &files)
	}); err != nil {
		return done, err
	}
	if a.From != nil {
		if _, err := a.Blobs.Copy(ctx, a.From, blob.ErasuresKey); err != nil && !errors.Is(err, blob.ErrNotFound) {
			return done, err
		}
	}
	done.Copied, done.Missing = files.copied, len(files.absent)
	if done.Missing > 0 && !a.AllowMissing {
		return done, fmt.Errorf("%d of the files of %d documents are not in the object store, like %s: name the store that "+
			"has them with --copy-from, or say --allow-missing if they are lost", done.Missing, done.Documents, files.absent[0])
	}
	if err := a.checkFree(ctx); err != nil { // copying may have taken hours
		return done, err
	}
	done.Installation, err = a.take(ctx)
	return done, err
}

// checkFree returns an error if the store has an owner that seems to run.
func (a Adoption) checkFree(ctx context.Context) error {
	mark, err := a.mark(ctx)
	if err != nil || mark == nil || a.TakeOver || !mark.IsBusy(a.Now()) {
		return err
	}
	return fmt.Errorf("the object store belongs to the installation %s, which wrote to it %s ago. If that still runs, give "+
		"this database a store of its own: --blob-url with another bucket or prefix, and --copy-from with this one. Only if "+
		"it never runs again, or is this very database, say --take-over",
		mark.Installation, a.Now().Sub(mark.WrittenAt).Round(time.Second))
}

// bring makes sure that a file is in the store, and counts it if it was copied or is nowhere.
func (a Adoption) bring(ctx context.Context, key string, files *tally) error {
	copied, err := false, blob.ErrNotFound
	if a.From != nil {
		copied, err = a.Blobs.Copy(ctx, a.From, key)
	}
	if errors.Is(err, blob.ErrNotFound) {
		_, err = a.Blobs.Stat(ctx, key)
	}
	if errors.Is(err, blob.ErrNotFound) {
		files.add(copied, key)
		return nil
	}
	files.add(copied, "")
	return err
}

// take makes the database a new installation, and then marks the store. A crash between the two leaves a database that
// is refused, and can be adopted again.
func (a Adoption) take(ctx context.Context) (uuid.UUID, error) {
	server, err := a.Store.Server(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	i, mark, generation := copies.NewInstallation(uuid.New(), server), uuid.New(), int64(0)
	err = a.Store.InTx(ctx, uuid.Nil, func(ctx context.Context, tx *storage.Tx) (err error) {
		if err = tx.Adopt(ctx, i); err == nil {
			generation, err = tx.RaiseGeneration(ctx, mark)
		}
		return err
	})
	if err != nil {
		return uuid.Nil, err
	}
	return i.ID, a.write(ctx, i, generation, mark)
}

// Describe says in one line what was done.
func (d Adopted) Describe() string {
	parts := []string{fmt.Sprintf("this is the installation %s now", d.Installation),
		fmt.Sprintf("%d documents", d.Documents), fmt.Sprintf("%d files copied", d.Copied)}
	if d.Missing > 0 {
		parts = append(parts, fmt.Sprintf("%d files missing", d.Missing))
	}
	return strings.Join(parts, ", ")
}
