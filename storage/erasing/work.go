package erasing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/retention"
	"github.com/covertrack/covertrack/storage"
)

// work is what an erasure does in its transaction, of one portfolio after the other.
type work struct {
	pgx.Tx
	Report
	now   time.Time
	by    string    // whom the trail names
	until time.Time // of imports that are erased; zero for none

	lastNames []string // in lower case, of those whose words are looked for
}

// Whom the trail names.
const (
	byErasure   = "erasure"
	byRetention = "retention"
)

// do runs a statement, and reports how many rows it has changed.
func (w *work) do(ctx context.Context, what, statement string, args ...any) error {
	tag, err := w.Exec(ctx, statement, asText(args)...)
	if err == nil {
		w.count(what, tag.RowsAffected())
	}
	return err
}

// count reports that some are gone, with those of the same name.
func (w *work) count(what string, n int64) {
	at := slices.IndexFunc(w.Gone, func(c Count) bool { return c.What == what })
	switch {
	case n == 0:
	case at < 0:
		w.Gone = append(w.Gone, Count{what, n})
	default:
		w.Gone[at].N += n
	}
}

// asText gives lists of ids as Postgres writes them: the pool says no types.
func asText(args []any) []any {
	for i, arg := range args {
		if list, ok := arg.([]uuid.UUID); ok {
			args[i] = arrayOf(list)
		}
	}
	return args
}

func arrayOf(ids []uuid.UUID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return "{" + strings.Join(texts, ",") + "}"
}

// ids reads a column of ids.
func (w *work) ids(ctx context.Context, statement string, args ...any) ([]uuid.UUID, error) {
	found, err := w.Query(ctx, statement, asText(args)...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(found, pgx.RowTo[[16]byte])
	ids := make([]uuid.UUID, len(list)) // never nil, which would be NULL
	for i, id := range list {
		ids[i] = id
	}
	return ids, err
}

func (w *work) texts(ctx context.Context, statement string, args ...any) ([]string, error) {
	found, err := w.Query(ctx, statement, asText(args)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

// portfolioOf returns the portfolio of a record that it locks, so that all writers of it wait; `not_found`. Nodes lock only rows of
// a portfolio that the statement names.
func (w *work) portfolioOf(ctx context.Context, table string, id uuid.UUID) (uuid.UUID, error) {
	found, err := w.ids(ctx, "SELECT portfolio_id FROM "+table+" WHERE id = $1", id)
	if err == nil && len(found) > 0 {
		found, err = w.ids(ctx, "SELECT portfolio_id FROM "+table+" WHERE portfolio_id = $1 AND id = $2 FOR UPDATE", found[0], id)
	}
	if err == nil && len(found) == 0 {
		err = fault.NotFound(table[:len(table)-1])
	}
	if err != nil {
		return uuid.Nil, err
	}
	return found[0], nil
}

// cases removes cases with all that belongs to them, and the insureds whom no other case and no other policy names.
func (w *work) cases(ctx context.Context, ids []uuid.UUID) error {
	for _, id := range ids {
		portfolio, err := w.portfolioOf(ctx, "cases", id)
		if err != nil {
			return err
		}
		orphans, err := w.orphansOf(ctx, portfolio, id)
		if err != nil {
			return err
		}
		words, err := w.wordsOf(ctx, "insureds", orphans)
		if err != nil {
			return err
		}
		below, err := w.removeBelow(ctx, portfolio, id)
		if err != nil {
			return err
		}
		if err := w.do(ctx, "insureds", "DELETE FROM insureds WHERE portfolio_id = $1 AND id = ANY ($2)", portfolio, orphans); err != nil {
			return err
		}
		top := append(slices.Clone(orphans), id)
		if err := w.forget(ctx, portfolio, append(below, top...), top); err != nil {
			return err
		}
		if err := w.scrub(ctx, portfolio, words); err != nil {
			return err
		}
		if err := w.tell(ctx, portfolio, "insured", "deleted", orphans); err != nil {
			return err
		}
		if err := w.tell(ctx, portfolio, "case", "deleted", []uuid.UUID{id}); err != nil {
			return err
		}
	}
	return nil
}

// orphansOf returns the insureds of a case whom no other names, and notes that the others are kept.
func (w *work) orphansOf(ctx context.Context, portfolio, id uuid.UUID) ([]uuid.UUID, error) {
	orphans, err := w.ids(ctx, namedBy+` AND NOT EXISTS (
		SELECT FROM cases AS c WHERE c.portfolio_id = $1 AND c.id <> $2 AND c.insured_ids @> ARRAY[i.id]) AND NOT EXISTS (
		SELECT FROM policy_versions AS v WHERE v.portfolio_id = $1 AND v.case_id <> $2 AND i.id = ANY (v.insured_ids))`, portfolio, id)
	if err != nil {
		return nil, err
	}
	shared, err := w.ids(ctx, namedBy+" AND NOT i.id = ANY ($3)", portfolio, id, orphans)
	for _, other := range shared {
		w.Kept = append(w.Kept, fmt.Sprintf("the insured %s, whom other cases or policies name: erase them by --insured", other))
	}
	return orphans, err
}

// namedBy selects the insureds that the case $2 or a version of a policy of it names.
const namedBy = `SELECT i.id FROM insureds AS i WHERE i.portfolio_id = $1 AND (
	EXISTS (SELECT FROM cases AS c WHERE c.portfolio_id = $1 AND c.id = $2 AND i.id = ANY (c.insured_ids))
	OR EXISTS (SELECT FROM policy_versions AS v WHERE v.portfolio_id = $1 AND v.case_id = $2 AND i.id = ANY (v.insured_ids)))`

// childrenOf are the conditions on rows without a column of cases that belong to the case $2.
var childrenOf = map[string]string{
	"cases":           "id = $2",
	"case_verdicts":   "id = $2",
	"notice_attempts": "notice_id IN (SELECT id FROM renewal_notices WHERE portfolio_id = $1 AND case_id = $2)",
	"evidence_files":  "evidence_id IN (SELECT id FROM evidence WHERE portfolio_id = $1 AND case_id = $2)",
}

// removeBelow removes a case and all that belongs to it, what refers to others first, and returns the ids of that. The clean-up of
// uploads removes the files.
func (w *work) removeBelow(ctx context.Context, portfolio, id uuid.UUID) (removed []uuid.UUID, err error) {
	for _, of := range []retention.Noun{retention.Documents, retention.Evidence} {
		uploads, err := w.removeFiles(ctx, of, portfolio, id)
		if err != nil {
			return nil, err
		}
		removed = append(removed, uploads...)
	}
	for _, n := range slices.Backward(storage.Nouns()) {
		where, ok := childrenOf[n.Name()]
		if !ok && n.HasColumn("case_id") {
			where, ok = "case_id = $2", true
		}
		if !ok {
			continue
		}
		ids, err := w.ids(ctx, "DELETE FROM "+n.Name()+" WHERE portfolio_id = $1 AND "+where+" RETURNING id", portfolio, id)
		if err != nil {
			return nil, err
		}
		removed = append(removed, ids...)
		w.count(n.Name(), int64(len(ids)))
	}
	return removed, nil
}

// filesOf are the keys of the files of the case $2, and which uploads they were. A file that others have too, as in a synthetic
// portfolio, stays; one of evidence that was accepted is a document's.
var filesOf = map[retention.Noun]struct{ keys, uploads string }{
	retention.Documents: {
		keys: `SELECT DISTINCT d.blob_key FROM documents AS d WHERE d.portfolio_id = $1 AND d.case_id = $2
			AND NOT EXISTS (SELECT FROM documents AS o WHERE o.portfolio_id = $1 AND o.case_id <> $2 AND o.blob_key = d.blob_key)`,
		uploads: "id IN (SELECT unnest(versions) FROM documents WHERE portfolio_id = $1 AND case_id = $2)",
	},
	retention.Evidence: {
		keys: `SELECT DISTINCT f.blob_key FROM evidence_files AS f JOIN evidence AS e ON e.portfolio_id = $1 AND e.id = f.evidence_id
			WHERE f.portfolio_id = $1 AND e.case_id = $2 AND f.document_id IS NULL`,
		uploads: "evidence_link_id IN (SELECT id FROM evidence_links WHERE portfolio_id = $1 AND case_id = $2)",
	},
}

// removeFiles hands the files of a case to the clean-up of uploads, and what is left of their uploads, whose ids it returns: the trail
// has the names of their files.
func (w *work) removeFiles(ctx context.Context, of retention.Noun, portfolio, id uuid.UUID) (uploads []uuid.UUID, err error) {
	keys, err := w.texts(ctx, filesOf[of].keys, portfolio, id)
	if err != nil {
		return nil, err
	}
	old := w.now.Add(-model.UploadKeptFor)
	if uploads, err = w.ids(ctx, "UPDATE uploads SET created_at = $3, file_name = '' WHERE portfolio_id = $1 AND "+
		filesOf[of].uploads+" RETURNING id", portfolio, id, old); err != nil {
		return nil, err
	}
	w.count("uploads", int64(len(uploads)))
	return uploads, w.removeKeys(ctx, portfolio, keys)
}

// removeKeys has the clean-up of uploads remove files, and what is left of their uploads.
func (w *work) removeKeys(ctx context.Context, portfolio uuid.UUID, keys []string) error {
	old := w.now.Add(-model.UploadKeptFor)
	for _, key := range keys {
		if err := w.do(ctx, "uploads", `UPDATE uploads SET created_at = $3, file_name = '' WHERE portfolio_id = $1 AND blob_key = $2
			AND removed_at IS NULL`, portfolio, key, old); err != nil {
			return err
		}
		if err := w.do(ctx, "files", `INSERT INTO uploads (portfolio_id, id, file_name, file_type, created_at, expires_at, claimed_at,
			blob_key, removed_at) VALUES ($1, $2, '', '', $3, $3, $4, $5, $4)`, portfolio, storage.NewID(), old, w.now, key); err != nil {
			return err
		}
	}
	return nil
}
