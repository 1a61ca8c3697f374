package storage

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/storage/rows"
)

// asked are ids by the noun that may have them.
type asked map[rows.Noun][]uuid.UUID

// known are those that exist.
type known map[rows.Noun]map[uuid.UUID]bool

// existing says which of the ids the portfolio's tables have, in one statement, or in none where nothing is asked.
func (p *Portfolio) existing(ctx context.Context, ids asked) (known, error) {
	q, read, found := p.ask(ids)
	if q == nil {
		return found, nil
	}
	return found, rows.Query(ctx, p.db, rows.Prepared, q, read)
}

// existingIn is existing as a part of a batch. What is known is known when that was sent.
func (p *Portfolio) existingIn(b *rows.Batch, ids asked) known {
	q, read, found := p.ask(ids)
	if q != nil {
		b.Read(q, read)
	}
	return found
}

// ask is the query of existing, nil if nothing is asked, and what reads its rows into the known ids.
func (p *Portfolio) ask(ids asked) (q schema.QueryAppender, read func(pgx.Rows) error, found known) {
	var parts []string
	var values []any
	found = make(known, len(ids))
	byTable := map[string]map[uuid.UUID]bool{}
	nouns := slices.SortedFunc(maps.Keys(ids), func(a, b rows.Noun) int { return strings.Compare(a.Name(), b.Name()) })
	for _, n := range nouns {
		found[n] = map[uuid.UUID]bool{}
		if len(ids[n]) == 0 {
			continue
		}
		byTable[n.Name()] = found[n]
		parts = append(parts, "SELECT '"+n.Name()+"', id FROM "+n.Name()+" WHERE portfolio_id = ? AND id = ANY (?)")
		values = append(values, rows.IDValue(p.ID()), rows.IDValues(ids[n]))
	}
	if parts == nil {
		return nil, nil, found
	}
	return rows.SQL(strings.Join(parts, " UNION ALL "), values...), func(r pgx.Rows) error {
		var table string
		var id uuid.UUID
		for r.Next() {
			if err := r.Scan(&table, (*[16]byte)(&id)); err != nil {
				return err
			}
			byTable[table][id] = true
		}
		return nil
	}, found
}

// contacts are the users and brokers that were found.
func (k known) contacts() map[uuid.UUID]bool {
	maps.Copy(k[Users], k[Brokers])
	return k[Users]
}

// Existing says which of the records of the noun that inputs may name exist in the portfolio. An id may be nil.
func (p *Portfolio) Existing(ctx context.Context, n rows.Noun, ids ...*uuid.UUID) (map[uuid.UUID]bool, error) {
	var named []uuid.UUID
	for _, id := range ids {
		named = appendID(named, id)
	}
	if named == nil {
		return nil, nil
	}
	found, err := p.existing(ctx, asked{n: named})
	return found[n], err
}

// Holders finds the records of the noun that have one of the external ids. An id may be nil.
func (p *Portfolio) Holders(ctx context.Context, n rows.Noun, keys ...*string) (patch.Holders, error) {
	holders := patch.Holders{}
	named := valuesOf(slices.DeleteFunc(keys, func(key *string) bool { return key == nil }))
	if named == nil {
		return holders, nil
	}
	type holder struct {
		ID         uuid.UUID
		ExternalID string
	}
	found, err := rows.Read[holder](ctx, p.db, rows.Prepared, p.db.NewSelect().Table(n.Name()).Column("id", "external_id").
		Where("portfolio_id = ? AND external_id = ANY (?)", p.ID(), rows.Array[string](named)))
	for _, h := range found {
		holders[h.ExternalID] = h.ID
	}
	return holders, err
}

func appendID(ids []uuid.UUID, id *uuid.UUID) []uuid.UUID {
	if id == nil {
		return ids
	}
	return append(ids, *id)
}

func valuesOf[T any](list []*T) (values []T) {
	for _, v := range list {
		values = append(values, *v)
	}
	return values
}

// CaseSize is how many assets or policies a case has, and the quotas of its portfolio's own.
type CaseSize struct {
	ID, PortfolioID                    uuid.UUID
	Has                                int64
	QuotaCaseAssets, QuotaCasePolicies *int64
}

// PerilsByAsset are how many bytes the database has of perils that the policies of cases name asset by asset, as they are
// packed, by the case.
func (p *Portfolio) PerilsByAsset(ctx context.Context, cases []uuid.UUID) ([]*CaseSize, error) {
	return rows.Read[CaseSize](ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("policies AS x").
		ColumnExpr("x.case_id AS id, sum(pg_column_size(v.asset_perils))::bigint AS has").
		Join("JOIN policy_versions AS v ON v.portfolio_id = x.portfolio_id AND v.id = x.current_version_id").
		Where("x.portfolio_id = ? AND x.case_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)).Group("x.case_id"))
}

// CaseSizes counts what cases have of a noun that is below cases. They must be locked, for the count to last.
func CaseSizes[T, F any](ctx context.Context, p *Portfolio, noun *Table[T, F], cases []uuid.UUID) ([]*CaseSize, error) {
	has := p.db.NewSelect().TableExpr("? AS x", bun.Ident(noun.Name())).ColumnExpr("count(*)").
		Where("x.portfolio_id = c.portfolio_id AND x.case_id = c.id")
	return rows.Read[CaseSize](ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("cases AS c").
		ColumnExpr("c.id, (?) AS has, p.quota_case_assets, p.quota_case_policies", has).
		Join("JOIN portfolios AS p ON p.id = c.portfolio_id").
		Where("c.portfolio_id = ? AND c.id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)))
}
