package importing

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Staged is a row of a file as it is.
type Staged struct {
	Position, File, Number int
	Cells                  []string
}

// Stage keeps rows.
func Stage(ctx context.Context, p *storage.Portfolio, id uuid.UUID, staged []Staged) error {
	list := make([]*importing.StagedRow, len(staged))
	for i, s := range staged {
		list[i] = &importing.StagedRow{
			PortfolioID: p.ID(), ImportID: id, Position: s.Position, File: s.File, RowNumber: s.Number, Cells: s.Cells,
		}
	}
	for _, some := range rows.Chunks(list) {
		if err := rows.Add(ctx, rows.DBOf(p), some...); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes what an import has of one kind: import_rows, import_results or import_records.
func Forget(ctx context.Context, p *storage.Portfolio, table string, id uuid.UUID) error {
	_, err := rows.Exec(ctx, rows.DBOf(p),
		rows.DBOf(p).NewDelete().Table(table).Where("portfolio_id = ? AND import_id = ?", p.ID(), id))
	return err
}

// RowsFrom returns rows in their order, from a position on.
func RowsFrom(ctx context.Context, p *storage.Portfolio, id uuid.UUID, from, limit int) ([]Staged, error) {
	return staged(ctx, p, rows.SQL(`SELECT position, file, row_number, cells FROM import_rows
		WHERE portfolio_id = ? AND import_id = ? AND position >= ? ORDER BY position LIMIT ?`, p.ID(), id, from, limit))
}

// RowsAt returns the rows at positions, in their order.
func RowsAt(ctx context.Context, p *storage.Portfolio, id uuid.UUID, positions []int) ([]Staged, error) {
	if len(positions) == 0 {
		return nil, nil
	}
	return staged(ctx, p, rows.SQL("SELECT position, file, row_number, cells FROM import_rows WHERE "+atPositions+" ORDER BY position",
		p.ID(), id, rows.Array[int](positions), slices.Min(positions), slices.Max(positions)))
}

// atPositions holds for rows of an import at positions. Without the bounds Postgres goes through all of its rows as long as it has no
// statistics of them.
const atPositions = "portfolio_id = ? AND import_id = ? AND position = ANY (?) AND position BETWEEN ? AND ?"

func staged(ctx context.Context, p *storage.Portfolio, q schema.QueryAppender) (all []Staged, err error) {
	err = rows.Query(ctx, rows.DBOf(p), rows.Planned, q, func(r pgx.Rows) error {
		for r.Next() {
			var s Staged
			if err := r.Scan(&s.Position, &s.File, &s.Number, &s.Cells); err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	return all, err
}

// SaveResults keeps what became of rows, in place of what was known. Rows at the other positions are unchanged, and have no result.
func SaveResults(ctx context.Context, p *storage.Portfolio, id uuid.UUID, positions []int, results []*importing.Result) error {
	changed := make(map[int]bool, len(results))
	for _, r := range results {
		r.PortfolioID, r.ImportID, changed[r.Position] = p.ID(), id, true
	}
	unchanged := slices.DeleteFunc(slices.Clone(positions), func(n int) bool { return changed[n] })
	if len(unchanged) > 0 {
		if err := rows.Later(ctx, rows.DBOf(p), rows.Once, rows.SQL("DELETE FROM import_results WHERE "+atPositions,
			p.ID(), id, rows.Array[int](unchanged), slices.Min(unchanged), slices.Max(unchanged)), nil); err != nil {
			return err
		}
	}
	return saveAll(ctx, p, results, ` ON CONFLICT (portfolio_id, import_id, position)
		DO UPDATE SET outcome = EXCLUDED.outcome, reasons = EXCLUDED.reasons, changes = EXCLUDED.changes`)
}

// saveAll inserts rows, or does to those that there are what the statement's end says, with the transaction's next statement.
func saveAll[T any](ctx context.Context, p *storage.Portfolio, list []*T, end string) error {
	for _, some := range rows.Chunks(list) {
		q := rows.SQL("?"+end, rows.InsertionOf(some))
		if err := rows.Later(ctx, rows.DBOf(p), rows.HowFor(len(some)), q, nil); err != nil {
			return err
		}
	}
	return nil
}

// CountResults returns how many rows have which outcome; those of all rows that have none are unchanged.
func CountResults(ctx context.Context, p *storage.Portfolio, id uuid.UUID, all int) (*importing.Counts, error) {
	type counted struct {
		Outcome model.ImportOutcome
		N       int
	}
	found, err := rows.Read[counted](ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT outcome, count(*) AS n FROM import_results
		WHERE portfolio_id = ? AND import_id = ? GROUP BY outcome`, p.ID(), id))
	counts := &importing.Counts{Unchanged: all}
	for _, c := range found {
		counts.Add(c.Outcome, c.N)
		counts.Unchanged -= c.N
	}
	return counts, err
}

// ChangedRows are the positions of rows that change what is there: in loans also those that add to a loan which the import does not
// make, such as a policy. In an export, where a row is one record, nothing says that.
func ChangedRows(ctx context.Context, p *storage.Portfolio, id uuid.UUID, isExported bool) (positions []int, err error) {
	err = rows.Query(ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT position FROM import_results
		WHERE portfolio_id = ? AND import_id = ? AND (outcome = 'change'
			OR outcome = 'create' AND NOT ?::boolean AND NOT changes @> '[{"noun": "case", "isNew": true}]')`,
		p.ID(), id, isExported), func(r pgx.Rows) (err error) {
		positions, err = pgx.CollectRows(r, pgx.RowTo[int])
		return err
	})
	return positions, err
}

// NextChunk notes that a chunk is done, in the transaction that did it, and reports whether it was its turn.
func NextChunk(ctx context.Context, p *storage.Portfolio, i *importing.Import, chunk, done int, until time.Time) (bool, error) {
	n, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL("UPDATE imports SET chunks = ?, done = ?, leased_until = ? "+ofClaim+
		" AND chunks = ? AND state = ?", chunk+1, done, until, p.ID(), i.ID, i.Claim, chunk, string(i.State)))
	return n > 0, err
}

// ChunkDone notes that a chunk is done, in the transaction that did it, with how many rows it has, and reports whether no other had
// done it.
func ChunkDone(ctx context.Context, p *storage.Portfolio, i *importing.Import, chunk, rowsOf int, until time.Time) (bool, error) {
	n, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL(`UPDATE imports SET done_chunks = done_chunks || ?::int, chunks = chunks + 1,
		done = done + ?, leased_until = ? `+ofClaim+" AND state = ? AND NOT $1 = ANY (done_chunks)",
		chunk, rowsOf, until, p.ID(), i.ID, i.Claim, string(i.State)))
	return n > 0, err
}

// Results returns what became of rows: those of some outcomes, or all. total is how many there are.
func Results(
	ctx context.Context, p *storage.Portfolio, id uuid.UUID, outcomes []model.ImportOutcome, limit, offset int,
) (page []*importing.Result, total int, err error) {
	if len(outcomes) == 0 {
		outcomes = model.AllImportOutcome
	}
	db := rows.DBOf(p)
	of := db.NewSelect().Model((*importing.Result)(nil)).Where("t.portfolio_id = ? AND t.import_id = ? AND t.outcome IN (?)",
		p.ID(), id, bun.List(outcomes))
	if err := rows.Scan(ctx, db, rows.Planned, db.NewSelect().TableExpr("(?) AS c", of).ColumnExpr("count(*)"), &total); err != nil {
		return nil, 0, err
	}
	page, err = rows.Read[importing.Result](ctx, db, rows.Planned, of.OrderExpr("t.position").Limit(int64(limit)).Offset(int64(offset)))
	return page, total, err
}

// RefusedFrom returns the refused rows of a file behind a position, in their order.
func RefusedFrom(ctx context.Context, p *storage.Portfolio, id uuid.UUID, file, after, limit int) ([]*importing.Result, error) {
	db := rows.DBOf(p)
	return rows.Read[importing.Result](ctx, db, rows.Planned, db.NewSelect().Model((*importing.Result)(nil)).
		Where("t.portfolio_id = ? AND t.import_id = ? AND t.outcome = 'refused' AND t.file = ? AND t.position > ?", p.ID(), id, file, after).
		OrderExpr("t.position").Limit(int64(limit)))
}

// Record is a record that an import wrote.
type Record struct {
	bun.BaseModel `bun:"table:import_records,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ImportID    uuid.UUID `bun:",pk,type:uuid"`
	Chunk       int
	Noun        string     `bun:",pk"`
	RecordID    uuid.UUID  `bun:",pk,type:uuid"`
	CaseID      *uuid.UUID `bun:"type:uuid"`
	IsNew       bool
	Before      map[string]scalar.JSON `bun:"type:jsonb"`
	WrittenAt   time.Time
	Key         *uuid.UUID `bun:"type:uuid"` // the id that it had in an export
}

// SaveRecords keeps which records a chunk wrote. One that a chunk before wrote keeps what it was before that.
func SaveRecords(ctx context.Context, p *storage.Portfolio, records []*Record) error {
	for _, r := range records {
		r.PortfolioID = p.ID()
	}
	return saveAll(ctx, p, records, ` ON CONFLICT (portfolio_id, import_id, noun, record_id)
		DO UPDATE SET written_at = EXCLUDED.written_at, key = coalesce(EXCLUDED.key, import_records.key),
			before = EXCLUDED.before || import_records.before`)
}

// RecordsOf returns the records that a chunk of an import wrote.
func RecordsOf(ctx context.Context, p *storage.Portfolio, id uuid.UUID, chunk int) ([]*Record, error) {
	db := rows.DBOf(p)
	return rows.Read[Record](ctx, db, rows.Planned, db.NewSelect().Model((*Record)(nil)).
		Where("t.portfolio_id = ? AND t.import_id = ? AND t.chunk = ?", p.ID(), id, chunk).OrderExpr("t.noun, t.record_id"))
}

// LastChunk is the number of the last chunk that wrote something; -1 if none did.
func LastChunk(ctx context.Context, p *storage.Portfolio, id uuid.UUID) (last int, err error) {
	last = -1
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned,
		rows.SQL("SELECT coalesce(max(chunk), -1) FROM import_records WHERE portfolio_id = ? AND import_id = ?", p.ID(), id), &last)
	return last, err
}
