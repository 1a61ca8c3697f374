package importing

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// keyed are the tables whose records an import of an export makes.
var keyed = []string{"users", "brokerages", "brokers", "certificate_holders", "mortgagee_clauses", "programs", "risk_profiles",
	"insured_groups",
	"insureds", "cases", "assets", "policies", "placements"}

// KeysOf returns the records of the portfolio that had ids in an export, by these: those that imports made, and those that have the
// ids themselves.
func KeysOf(ctx context.Context, p *storage.Portfolio, ids []uuid.UUID) (map[string]uuid.UUID, error) {
	var b strings.Builder
	b.WriteString(`SELECT k.key, k.record_id AS id FROM import_records AS k WHERE k.portfolio_id = ? AND k.key = ANY (?) AND (`)
	for i, table := range keyed {
		b.WriteString([]string{"", " OR "}[min(i, 1)] + "EXISTS (SELECT FROM " + table +
			" AS t WHERE t.portfolio_id = k.portfolio_id AND t.id = k.record_id)")
	}
	b.WriteString(")")
	for _, table := range keyed {
		b.WriteString(" UNION ALL SELECT id AS key, id FROM " + table + " WHERE portfolio_id = $1 AND id = ANY ($2)")
	}
	type found struct{ Key, ID uuid.UUID }
	list, err := rows.Read[found](ctx, rows.DBOf(p), rows.Planned, rows.SQL(b.String(), p.ID(), rows.Array[uuid.UUID](ids)))
	by := make(map[string]uuid.UUID, len(list))
	for _, f := range list {
		by[f.Key.String()] = f.ID
	}
	return by, err
}
