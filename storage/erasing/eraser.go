package erasing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Kind is what an erasure is about.
type Kind string

// The kinds.
const (
	Insured Kind = "insured"
	Case    Kind = "case"
	Contact Kind = "contact" // brokers, users and people who sign in
	Lender  Kind = "lender"
)

// Erasure is an entry of the list: what was erased, by ids alone.
type Erasure struct {
	ID   uuid.UUID   `json:"id"`
	Kind Kind        `json:"kind"`
	IDs  []uuid.UUID `json:"ids"` // in the list behind a lender its portfolios
	At   time.Time   `json:"at"`
}

// Count is how many of something were removed or emptied.
type Count struct {
	What string
	N    int64
}

// Report is what an erasure has done, and why it left what it left.
type Report struct {
	Gone []Count
	Kept []string
}

// Eraser erases in an installation.
type Eraser struct {
	Store *storage.Store
	Blobs *blob.Store
	Now   func() time.Time
	By    string // who asks, as the trail names them; "" for a server that repeats what was cut off
}

// errDry ends the transaction of an erasure that only says what it would do.
var errDry = errors.New("nothing is erased")

// FindContact returns an erasure of all that have an e-mail address; `not_found`.
func (e Eraser) FindContact(ctx context.Context, email string) (Erasure, error) {
	found, err := e.Store.Pool().Pgx().Query(ctx, `SELECT id FROM brokers WHERE lower(email) = lower($1)
		UNION SELECT id FROM users WHERE lower(email) = lower($1) UNION SELECT id FROM persons WHERE lower(email) = lower($1)
		UNION SELECT id FROM directory_users WHERE lower(user_name) = lower($1) OR EXISTS (SELECT FROM jsonb_array_elements(
			CASE WHEN jsonb_typeof(attributes -> 'emails') = 'array' THEN attributes -> 'emails' ELSE '[]' END) AS e
			WHERE lower(e ->> 'value') = lower($1))`, email)
	if err != nil {
		return Erasure{}, err
	}
	ids, err := pgx.CollectRows(found, pgx.RowTo[[16]byte])
	if err == nil && len(ids) == 0 {
		err = fault.NotFound("contact")
	}
	of := Erasure{Kind: Contact}
	for _, id := range ids {
		of.IDs = append(of.IDs, id)
	}
	return of, err
}

// Run erases, or, dry, says what that would do. It can be repeated; `not_found` if there is nothing.
func (e Eraser) Run(ctx context.Context, of Erasure, dry bool) (Report, error) {
	of.ID, of.At = storage.NewID(), e.Now()
	if dry {
		return e.erase(ctx, of, true)
	}
	if found, err := e.erase(ctx, of, true); err != nil {
		return found, err
	}
	if of.Kind == Lender {
		portfolios, err := e.portfoliosOf(ctx, of.IDs[0])
		if err != nil {
			return Report{}, err
		}
		of.IDs = append(of.IDs[:1:1], portfolios...)
	}
	if err := e.addToList(ctx, of); err != nil {
		return Report{}, err
	}
	return e.erase(ctx, of, false)
}

// Repeat does the erasures of the list in the object store that the database does not know of, and returns how many there were:
// those since the backup that it was restored from, and one that was cut off.
func (e Eraser) Repeat(ctx context.Context) (repeated int, err error) {
	list, err := e.list(ctx)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	found, err := e.Store.Pool().Pgx().Query(ctx, "SELECT id FROM erasures")
	if err != nil {
		return 0, err
	}
	done, err := pgx.CollectRows(found, pgx.RowTo[[16]byte])
	if err != nil {
		return 0, err
	}
	known := map[uuid.UUID]bool{}
	for _, id := range done {
		known[id] = true
	}
	for _, of := range list {
		if known[of.ID] {
			continue
		}
		if _, err := e.erase(ctx, of, false); err != nil && fault.CodeOf(err) != fault.CodeNotFound {
			return repeated, fmt.Errorf("repeat the erasure %s: %w", of.ID, err)
		}
		if err := e.noteAlone(ctx, of); err != nil { // of a record that the backup has not
			return repeated, err
		}
		repeated++
	}
	return repeated, nil
}

// noteAlone notes an erasure in a transaction of its own.
func (e Eraser) noteAlone(ctx context.Context, of Erasure) error {
	w := &work{now: of.At, by: byErasure}
	return e.alone(ctx, w, func() error { return w.note(ctx, of, cmp.Or(e.By, byErasure)) })
}

// erase is one transaction, but for that of a lender, which can be repeated.
func (e Eraser) erase(ctx context.Context, of Erasure, dry bool) (Report, error) {
	if of.Kind == Lender {
		return e.eraseLender(ctx, of, dry)
	}
	w := &work{now: of.At, by: byErasure, until: of.At}
	err := e.alone(ctx, w, func() error {
		// Nodes that start at once all repeat what was cut off.
		if done, err := w.ids(ctx, "SELECT id FROM erasures WHERE id = $1", of.ID); err != nil || len(done) > 0 {
			return err
		}
		steps := map[Kind]func(context.Context, []uuid.UUID) error{Insured: w.insureds, Case: w.cases, Contact: w.contacts}
		if err := steps[of.Kind](ctx, of.IDs); err != nil {
			return err
		}
		if dry {
			return errDry
		}
		return w.note(ctx, of, cmp.Or(e.By, byErasure))
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return w.Report, storage.Translate(err)
}

// alone runs work in a transaction, one at a time. The triggers that refuse changes let it through.
func (e Eraser) alone(ctx context.Context, w *work, fn func() error) error {
	return pgx.BeginFunc(ctx, e.Store.Pool().Pgx(), func(tx pgx.Tx) error {
		w.Tx = tx
		for _, begin := range []string{
			"SELECT pg_advisory_xact_lock(hashtext('erasing'))", "SET LOCAL app.erasing = 'on'",
			"SET LOCAL citus.multi_shard_modify_mode = 'sequential'", // or nodes refuse a table of all after one that is cut
		} {
			if _, err := tx.Exec(ctx, begin); err != nil { // Citus hands on SET LOCAL alone
				return err
			}
		}
		return fn()
	})
}

// eraseLender removes a lender, and the files of its portfolios: also of those that a list names because an erasure was cut off
// behind their records.
func (e Eraser) eraseLender(ctx context.Context, of Erasure, dry bool) (report Report, err error) {
	portfolios, err := e.portfoliosOf(ctx, of.IDs[0])
	for _, id := range portfolios {
		report.Gone = append(report.Gone, Count{"portfolio " + id.String() + " with all its records and files", 1})
	}
	if err == nil && report.Gone == nil && len(of.IDs) == 1 {
		err = fault.NotFound("lender")
	}
	if err != nil || dry {
		return report, err
	}
	w := &work{now: of.At, by: byErasure}
	if err := e.alone(ctx, w, func() error { return w.administered(ctx, of.IDs[0]) }); err != nil {
		return report, err
	}
	if _, err := e.Store.RemoveLender(ctx, of.IDs[0]); err != nil {
		return report, err
	}
	if err := DeleteFiles(ctx, e.Blobs, append(portfolios, of.IDs[1:]...)...); err != nil {
		return report, err
	}
	return report, e.noteAlone(ctx, of)
}

func (e Eraser) portfoliosOf(ctx context.Context, lender uuid.UUID) (ids []uuid.UUID, err error) {
	all, err := e.Store.PortfoliosWithin(ctx, lender)
	for _, p := range all {
		ids = append(ids, p.ID)
	}
	return ids, err
}

// DeleteFiles deletes the files of portfolios from the object store.
func DeleteFiles(ctx context.Context, blobs *blob.Store, portfolios ...uuid.UUID) (err error) {
	for _, id := range portfolios {
		for _, folder := range []string{"", model.DocumentsFolder, exporting.Folder, importing.Folder} {
			err = errors.Join(err, blobs.DeleteBelow(ctx, folder+id.String(), ""))
		}
	}
	return err
}
