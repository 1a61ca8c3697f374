package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/rows"
)

// ofQuota is the condition on counters of records that a quota bounds: the program itself writes the others.
const ofQuota = "noun NOT IN ('audit_events', 'webhook_deliveries')"

const ownQuotas = "p.quota_claimed, p.quota_unclaimed, p.quota_records, p.quota_case_assets, p.quota_case_policies"

// selectUsage reads the counters that triggers keep, so it costs the same however much there is.
const selectUsage = `SELECT
	coalesce((SELECT sum(n) FROM file_bytes WHERE portfolio_id = ? AND kind IN (` + claimedKinds + `)), 0)::bigint,
	coalesce((SELECT sum(n) FROM file_bytes WHERE portfolio_id = $1 AND kind = 'unclaimed'), 0)::bigint,
	coalesce((SELECT sum(n) FROM file_bytes WHERE portfolio_id = $1 AND kind = 'evidence'), 0)::bigint,
	coalesce((SELECT sum(n) FROM record_counts WHERE portfolio_id = $1 AND ` + ofQuota + `), 0)::bigint,
	` + ownQuotas + ` FROM portfolios AS p WHERE p.id = $1`

// selectUsages is selectUsage of all portfolios, after their ids.
const selectUsages = `SELECT p.id, coalesce(b.claimed, 0)::bigint, coalesce(b.unclaimed, 0)::bigint,
		coalesce(b.evidence, 0)::bigint, coalesce(c.n, 0)::bigint,
		` + ownQuotas + `
	FROM portfolios AS p
	LEFT JOIN (SELECT portfolio_id, sum(n) FILTER (WHERE kind IN (` + claimedKinds + `)) AS claimed,
			sum(n) FILTER (WHERE kind = 'unclaimed') AS unclaimed,
			sum(n) FILTER (WHERE kind = 'evidence') AS evidence
		FROM file_bytes GROUP BY 1) AS b ON b.portfolio_id = p.id
	LEFT JOIN (SELECT portfolio_id, sum(n) AS n FROM record_counts WHERE ` + ofQuota + ` GROUP BY 1) AS c ON c.portfolio_id = p.id`

// KeptFiles is what files are of that a portfolio keeps beside those of documents.
type KeptFiles string

// The files of imports and of exports. Triggers count those of documents.
const (
	FilesOfImports KeptFiles = "imports"
	FilesOfExports KeptFiles = "exports"
)

// claimedKinds are whose files count as those of documents.
const claimedKinds = "'claimed', 'imports', 'exports'"

// CountFiles counts bytes of files that are kept from now on; less than none of those that are not any more.
func (p *Portfolio) CountFiles(ctx context.Context, of KeptFiles, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	_, err := rows.Exec(ctx, p.db, rows.SQL("SELECT count_bytes(?, ?, ?)", p.ID(), string(of), bytes))
	return err
}

// PortfolioUsage is how much a portfolio has, and the quotas of its own.
type PortfolioUsage struct {
	Used model.Usage
	Own  model.QuotaOverrides
}

func (u *PortfolioUsage) fields() []any {
	own := &u.Own
	return []any{
		&u.Used.Claimed, &u.Used.Unclaimed, &u.Used.Evidence, &u.Used.Records,
		&own.Claimed, &own.Unclaimed, &own.Records, &own.CaseAssets, &own.CasePolicies,
	}
}

// Usage returns how much a portfolio has; in a transaction, with what that has added.
func (h Handle) Usage(ctx context.Context, portfolio uuid.UUID) (u PortfolioUsage, err error) {
	err = rows.Scan(ctx, h.db, rows.Prepared, rows.SQL(selectUsage, portfolio), u.fields()...)
	return u, err
}

// Usages returns how much each portfolio has.
func (s *Store) Usages(ctx context.Context) (map[uuid.UUID]PortfolioUsage, error) {
	all := map[uuid.UUID]PortfolioUsage{}
	err := rows.Query(ctx, s.db, rows.Prepared, rows.SQL(selectUsages), func(r pgx.Rows) error {
		for r.Next() {
			var id uuid.UUID
			var u PortfolioUsage
			if err := r.Scan(append([]any{(*[16]byte)(&id)}, u.fields()...)...); err != nil {
				return err
			}
			all[id] = u
		}
		return nil
	})
	return all, err
}

// SetQuotas gives a portfolio quotas of its own; `not_found`. Nil is what the nodes say.
func (h Handle) SetQuotas(ctx context.Context, portfolio uuid.UUID, own model.QuotaOverrides) error {
	n, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Table("portfolios").Set("quota_claimed = ?", own.Claimed).
		Set("quota_unclaimed = ?", own.Unclaimed).Set("quota_records = ?", own.Records).
		Set("quota_case_assets = ?", own.CaseAssets).Set("quota_case_policies = ?", own.CasePolicies).Where("id = ?", portfolio))
	if err == nil && n == 0 {
		return fault.NotFound("portfolio")
	}
	return err
}

// ReserveUpload counts an upload as of size, before its bytes come, and returns the size that it had; nil if that is not
// known. Check decides, by what the portfolio has then, whether it stays so. One that is claimed or gone is not counted.
func (s *Store) ReserveUpload(
	ctx context.Context, portfolio, id uuid.UUID, size int64, check func(u PortfolioUsage, added int64) error,
) (before *int64, err error) {
	err = s.InTx(ctx, portfolio, func(ctx context.Context, tx *Tx) error {
		known := false
		q := rows.SQL("WITH before AS (SELECT size FROM uploads WHERE claimed_at IS NULL AND portfolio_id = ? AND id = ? FOR UPDATE) "+
			"UPDATE uploads SET size = ? FROM before WHERE portfolio_id = $1 AND id = $2 RETURNING true, before.size", portfolio, id, size)
		if err := rows.Scan(ctx, tx.db, rows.Prepared, q, &known, &before); err != nil || !known {
			return err
		}
		u, err := tx.Usage(ctx, portfolio)
		if err != nil {
			return err
		}
		return check(u, size-counted(before))
	})
	return before, err
}

// counted is what an upload counts of that size.
func counted(size *int64) int64 {
	if size == nil {
		return model.AnnouncedBytes
	}
	return *size
}

// ResizeUpload counts an upload as of size; nil: as of one that is not known.
func (s *Store) ResizeUpload(ctx context.Context, portfolio, id uuid.UUID, size *int64) error {
	_, err := rows.Exec(ctx, s.db, s.db.NewUpdate().Table("uploads").Set("size = ?", size).
		Where("portfolio_id = ? AND id = ? AND claimed_at IS NULL", portfolio, id))
	return err
}

// CheckWrites returns an error unless the database takes writes: one that is read-only, or whose disk is full, does not.
func (s *Store) CheckWrites(ctx context.Context) error {
	_, err := rows.Exec(ctx, s.db, rows.SQL("SELECT check_writes()"))
	return err
}

// TrailBytes is how large the audit trail is on the disk, on all servers that have a part of it. It fails while one of them
// is away.
func (s *Store) TrailBytes(ctx context.Context) (n int64, err error) {
	w, err := s.writer(ctx)
	if err != nil {
		return 0, Translate(err)
	}
	size := "pg_total_relation_size(relid)"
	if w.isDistributed {
		size = "citus_total_relation_size(relid)"
	}
	q := rows.SQL("SELECT coalesce(sum(" + size + "), 0)::bigint FROM pg_partition_tree('audit_events') WHERE isleaf")
	err = rows.Scan(ctx, s.db, rows.Prepared, q, &n)
	return n, err
}
