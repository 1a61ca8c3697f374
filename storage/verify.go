package storage

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// UnknownMigrations are the names of migrations that the database has and this program does not know: a newer program
// wrote it.
func (s *Store) UnknownMigrations(ctx context.Context) (names []string, err error) {
	jobs, known, applied, err := s.knownMigrations(ctx)
	if err != nil {
		return nil, err
	}
	isKnown := map[string]bool{}
	for _, m := range known {
		isKnown[m.Name] = true
	}
	for _, m := range applied {
		if !isKnown[m.Name] {
			names = append(names, m.Name)
		}
	}
	versions, err := s.jobsVersions(ctx)
	if err != nil {
		return names, fmt.Errorf("read the migrations of the jobs: %w", err)
	}
	for _, version := range versions {
		if !slices.ContainsFunc(jobs.AllVersions(), func(m rivermigrate.Migration) bool { return m.Version == version }) {
			names = append(names, jobsMigration(version))
		}
	}
	return names, nil
}

// jobsVersions are the migrations of River that the database has. River's own list of them fails for one that it does
// not know.
func (s *Store) jobsVersions(ctx context.Context) (versions []int, err error) {
	if exists, err := s.hasTable(ctx, "river_migration"); err != nil || !exists {
		return nil, err
	}
	q := s.db.NewSelect().Table("river_migration").ColumnExpr("coalesce(array_agg(version ORDER BY version), '{}')").Where("line = 'main'")
	return versions, rows.Scan(ctx, s.db, rows.Planned, q, &versions)
}

// Miscount is a total that is not the number of records.
type Miscount struct {
	PortfolioID    uuid.UUID // uuid.Nil for administration's audit events
	Noun           string    // the name of the table, or that of a value of it: cases.status=active
	Rows, Recorded int64
}

// Counted are the nouns whose totals are recorded.
func Counted() []rows.Noun {
	return slices.DeleteFunc(Nouns(), func(n rows.Noun) bool { return !n.IsListed() })
}

// Miscounts counts all records of a noun, in one snapshot, and returns the totals that are wrong, of all portfolios.
func (s *Store) Miscounts(ctx context.Context, n rows.Noun) ([]*Miscount, error) {
	table := strings.Trim(n.Name(), `"`)
	counted := s.db.NewSelect().Table(table).ColumnExpr("portfolio_id, ? AS noun, count(*) AS n", table).Group("portfolio_id")
	recorded := s.db.NewSelect().Table("record_counts").ColumnExpr("portfolio_id, noun, sum(n)::bigint AS n").
		Where("noun = ?", table).Group("portfolio_id", "noun")
	for _, column := range n.Counts() {
		name := table + "." + column + "="
		counted = counted.UnionAll(s.db.NewSelect().Table(table).
			ColumnExpr("portfolio_id, ? || ?::text, count(*)", name, bun.Ident(column)).
			Where("? IS NOT NULL", bun.Ident(column)).Group("portfolio_id", column))
		recorded = recorded.UnionAll(s.db.NewSelect().Table("value_counts").ColumnExpr("portfolio_id, value, sum(n)::bigint").
			Where("starts_with(value, ?)", name).Group("portfolio_id", "value"))
	}
	return rows.Read[Miscount](ctx, s.db, rows.Planned,
		s.db.NewSelect().TableExpr("(?) AS c", counted).Join("FULL JOIN (?) AS r USING (portfolio_id, noun)", recorded).
			ColumnExpr("portfolio_id, noun, COALESCE(c.n, 0) AS rows, COALESCE(r.n, 0) AS recorded").
			Where("COALESCE(c.n, 0) <> COALESCE(r.n, 0)").Order("portfolio_id", "noun"))
}

// keptFiles are the files of documents, and those of evidence that are none.
const keptFiles = "(SELECT portfolio_id, id, blob_key, size FROM documents " +
	"UNION ALL SELECT portfolio_id, id, blob_key, size FROM evidence_files WHERE document_id IS NULL) AS t"

// DocumentFiles are documents of all portfolios, and files of evidence that are no documents, of their members only those
// that say where the file is. They come in the order of their keys, after the given one, if any.
func (h Handle) DocumentFiles(ctx context.Context, after *model.Document, limit int64) ([]*model.Document, error) {
	q := h.db.NewSelect().TableExpr(keptFiles).
		Column("t.portfolio_id", "t.id", "t.blob_key", "t.size").OrderExpr("t.portfolio_id, t.id").Limit(limit)
	if after != nil {
		q = q.Where("(t.portfolio_id, t.id) > (?, ?)", after.PortfolioID, after.ID)
	}
	return rows.Read[model.Document](ctx, h.db, rows.Planned, q)
}

// CountDocuments returns how many DocumentFiles there are.
func (h Handle) CountDocuments(ctx context.Context) (n int64, err error) {
	q := h.db.NewSelect().TableExpr(keptFiles).ColumnExpr("count(*)")
	return n, rows.Scan(ctx, h.db, rows.Planned, q, &n)
}
