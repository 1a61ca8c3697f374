package storage

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Uploads are the files that clients were given an address for. No client lists them.
var Uploads = rows.Define(Table[model.Upload, struct{}]{Noun: "upload"})

// OldUploads are uploads of all portfolios that were signed at the time or before it, claimed or not, in the order of
// signing and after the given one, if any.
func (h Handle) OldUploads(ctx context.Context, signed time.Time, after *model.Upload, limit int) ([]*model.Upload, error) {
	q := h.db.NewSelect().Model((*model.Upload)(nil)).Where("t.created_at <= ?", signed)
	if after != nil {
		q = q.Where("(t.created_at, t.id) > (?, ?)", after.CreatedAt, after.ID)
	}
	return rows.Read[model.Upload](ctx, h.db, rows.Planned, q.OrderExpr("t.created_at, t.id").Limit(int64(limit)))
}

// DeleteUploads removes uploads of any portfolios, once what they left in the object store is gone.
func (h Handle) DeleteUploads(ctx context.Context, uploads []*model.Upload) error {
	if len(uploads) == 0 {
		return nil
	}
	_, err := rows.Exec(ctx, h.db, h.db.NewDelete().Model(&uploads).WherePK())
	return err
}
