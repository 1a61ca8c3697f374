package importing

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Imports are the imports of portfolios.
var Imports = rows.Define(storage.Table[importing.Import, model.ImportFilter]{
	Noun: "import",
	Filter: func(f model.ImportFilter) []rows.Condition {
		return []rows.Condition{
			rows.In("id", f.ID.Value()),
			rows.In("state", f.State.Value()),
			rows.In("name", f.Name.Value()),
			rows.Within("created_at", f.CreatedAt.Value()),
			rows.Within("updated_at", f.UpdatedAt.Value()),
		}
	},
})

// Work is an import that has work which no node does.
type Work struct {
	storage.ImportKey `bun:",extend"`

	Lender uuid.UUID // of a sandbox the real one
}

// Waiting returns the imports of all portfolios that have work which no node does: one of each, then a second of each, and so on.
func Waiting(ctx context.Context, h storage.Handle, now time.Time) ([]*Work, error) {
	return rows.Read[Work](ctx, h.DB(), rows.Planned, rows.SQL("SELECT t.portfolio_id, t.id, "+storage.OwnerOf("t.portfolio_id")+
		" AS lender FROM imports AS t WHERE t.state = ANY (?) AND t.leased_until <= ? "+
		"ORDER BY row_number() OVER (PARTITION BY t.portfolio_id ORDER BY t.leased_until, t.id), t.leased_until, t.id LIMIT 100",
		rows.Array[model.ImportState](importing.WorkStates()), now))
}

// AtWork reports whether a portfolio has an import that a node works on, or is about to.
func AtWork(ctx context.Context, p *storage.Portfolio) (is bool, err error) {
	return is, rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL("SELECT EXISTS (SELECT FROM imports WHERE portfolio_id = ? AND state = ANY (?))",
		p.ID(), rows.Array[model.ImportState](importing.WorkStates())), &is)
}

func keysOf(ctx context.Context, h storage.Handle, q schema.QueryAppender) ([]storage.ImportKey, error) {
	found, err := rows.Read[storage.ImportKey](ctx, h.DB(), rows.Planned, q)
	all := make([]storage.ImportKey, len(found))
	for i, k := range found {
		all[i] = *k
	}
	return all, err
}

// Old returns imports of all portfolios that have files, were begun before a time, by whichever clock, and have no work to be done.
func Old(ctx context.Context, h storage.Handle, before time.Time) ([]storage.ImportKey, error) {
	return keysOf(ctx, h, rows.SQL(`SELECT portfolio_id, id FROM imports WHERE created_at < ? AND leased_until < $1 AND state <> ALL (?)
		AND files::text LIKE '%"blobKey"%' LIMIT 1000`,
		before, rows.Array[model.ImportState](importing.WorkStates())))
}

// Claim takes an import for a node until a time, and returns the number of the claim; 0 if another has it, or works on another import
// of the portfolio. What the node writes of the import asks for its claim, since another may have it after that time.
func Claim(ctx context.Context, p *storage.Portfolio, id uuid.UUID, now, until time.Time) (claim int, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Once, rows.SQL(`UPDATE imports SET leased_until = ?, claim = claim + 1
		WHERE portfolio_id = ? AND id = ? AND leased_until <= ? AND state = ANY (?) AND NOT EXISTS (SELECT FROM imports AS o
			WHERE o.portfolio_id = imports.portfolio_id AND o.id <> imports.id AND o.leased_until > $4 AND o.state = ANY ($5))
		RETURNING claim`, until, p.ID(), id, now, rows.Array[model.ImportState](importing.WorkStates())), &claim)
	return claim, err
}

// Extend keeps an import for the node that has it, and reports whether it has it still.
func Extend(ctx context.Context, p *storage.Portfolio, i *importing.Import, done int, until time.Time) (bool, error) {
	n, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL("UPDATE imports SET leased_until = ?, done = ? "+ofClaim,
		until, done, p.ID(), i.ID, i.Claim))
	return n > 0, err
}

// Release lets other nodes have an import that the node has claimed.
func Release(ctx context.Context, p *storage.Portfolio, i *importing.Import, now time.Time) error {
	_, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL("UPDATE imports SET leased_until = ? "+ofClaim, now, p.ID(), i.ID, i.Claim))
	return err
}

// Hold keeps others from taking or ending an import until the transaction ends, and reports whether the node has it still.
func Hold(ctx context.Context, p *storage.Portfolio, i *importing.Import) (has bool, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL("SELECT true FROM imports "+ofClaim+" FOR SHARE", p.ID(), i.ID, i.Claim), &has)
	return has, err
}

// ofClaim has what a node writes of an import be nothing if another has taken it.
const ofClaim = "WHERE portfolio_id = ? AND id = ? AND claim = ?"

// Before is how many rows the last import of the same name had that was committed and not undone; 0 if there is none.
func Before(ctx context.Context, p *storage.Portfolio, i *importing.Import) (n int, err error) {
	if i.Name == nil {
		return 0, nil
	}
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT rows FROM imports WHERE portfolio_id = ? AND name = ? AND id <> ?
		AND committed_at IS NOT NULL AND state <> 'reverted' ORDER BY committed_at DESC LIMIT 1`, p.ID(), *i.Name, i.ID), &n)
	return n, err
}

// Loans is how many loans the portfolio has.
func Loans(ctx context.Context, p *storage.Portfolio) (n int, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned,
		rows.SQL("SELECT count(*) FROM cases WHERE portfolio_id = ? AND status <> 'closed'", p.ID()), &n)
	return n, err
}

// HasFile reports whether a file is what the last import of a watched file of its name had, of those that did not fail.
func HasFile(ctx context.Context, p *storage.Portfolio, name, digest string) (has bool, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT coalesce((SELECT f ->> 'digest' = ? FROM imports AS i
		CROSS JOIN LATERAL jsonb_array_elements(i.files) AS f WHERE i.portfolio_id = ? AND i.state <> 'failed' AND f ->> 'fileName' = ?
			AND f ->> 'digest' <> '' ORDER BY i.id DESC LIMIT 1), false)`, digest, p.ID(), name), &has)
	return has, err
}

// mapping is a saved mapping.
type mapping struct {
	bun.BaseModel `bun:"table:import_mappings,alias:t"`

	LenderID  uuid.UUID         `bun:",pk,type:uuid"`
	Name      string            `bun:",pk"`
	Mapping   importing.Mapping `bun:"type:jsonb"`
	UpdatedAt time.Time
}

// SaveMapping keeps a mapping under a name for the lender.
func SaveMapping(ctx context.Context, p *storage.Portfolio, lender uuid.UUID, name string, m importing.Mapping, now time.Time) error {
	row := &mapping{LenderID: lender, Name: name, Mapping: m, UpdatedAt: now}
	_, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL(
		"? ON CONFLICT (lender_id, name) DO UPDATE SET mapping = EXCLUDED.mapping, updated_at = EXCLUDED.updated_at",
		rows.InsertionOf([]*mapping{row})))
	return err
}

// OtherMappings is how many mappings the lender has under other names.
func OtherMappings(ctx context.Context, p *storage.Portfolio, lender uuid.UUID, name string) (n int, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned,
		rows.SQL("SELECT count(*) FROM import_mappings WHERE lender_id = ? AND name <> ?", lender, name), &n)
	return n, err
}

// Mappings returns the mappings of a lender, by their names.
func Mappings(ctx context.Context, p *storage.Portfolio, lender uuid.UUID) ([]*model.ImportMapping, error) {
	found, err := rows.Read[mapping](ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT lender_id, name, mapping, updated_at
		FROM import_mappings WHERE lender_id = ? ORDER BY name`, lender))
	all := make([]*model.ImportMapping, len(found))
	for i, m := range found {
		all[i] = &model.ImportMapping{Name: m.Name, Columns: m.Mapping.Shown(), UpdatedAt: m.UpdatedAt}
	}
	return all, err
}

// MappingOf returns the mapping of a name; nil if the lender has none.
func MappingOf(ctx context.Context, p *storage.Portfolio, lender uuid.UUID, name string) (importing.Mapping, error) {
	found, err := rows.Find[mapping](ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT lender_id, name, mapping, updated_at
		FROM import_mappings WHERE lender_id = ? AND name = ?`, lender, name))
	if found == nil || err != nil {
		return nil, err
	}
	return found.Mapping, nil
}
