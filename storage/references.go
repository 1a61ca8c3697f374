package storage

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/fault"
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
		rowsOf := n.Name() + " WHERE portfolio_id = ? AND id = ANY (?)"
		if n == rows.Noun(Insureds) && p.db.MayWrite() { // lists of ids have no foreign keys, which would keep them from being removed
			rowsOf = "(SELECT id FROM " + rowsOf + " FOR KEY SHARE) AS kept"
		}
		parts = append(parts, "SELECT '"+n.Name()+"', id FROM "+rowsOf)
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

// ofCurrentPolicy holds for policies whose current version says something of the asset: which perils are evidenced there, or
// its value. What versions before said stays as it was said.
const ofCurrentPolicy = `(asset_ids @> ARRAY[$2::uuid] OR case_id = (SELECT case_id FROM assets WHERE portfolio_id = $1 AND id = $2)
	AND EXISTS (SELECT FROM policy_versions AS v WHERE v.portfolio_id = $1 AND v.id = current_version_id
		AND v.stated_values @> jsonb_build_array(jsonb_build_object('asset', $2::uuid))))`

// provenBy holds for placements of the document's case with a proof that names it.
const provenBy = `(case_id = (SELECT case_id FROM documents WHERE portfolio_id = $1 AND id = $2)
	AND proofs @> jsonb_build_array(jsonb_build_object('documentId', $2::uuid)))`

// referrer is the condition on rows of a noun that refer to the row $2 of another in the portfolio $1, and how to be rid of them.
type referrer struct{ where, remedy string }

// referrers are by the noun that is referred to. What follows from it, as stored verdicts do, or is over, holds nothing.
var referrers = map[rows.Noun]map[rows.Noun]referrer{
	Documents: {
		Assets:        {"document_ids @> ARRAY[$2::uuid]", "take it out of the `documents` of the asset"},
		Cancellations: {"document_id = $2", isKept}, Waivers: {"document_id = $2", isKept}, EvidenceFiles: {"document_id = $2", isKept},
		Placements: {provenBy, isKept},
	},
	Assets: {
		Policies: {ofCurrentPolicy, "take it out of what the policy says asset by asset"}, Waivers: {"asset_id = $2", isKept},
		Placements: {"asset_id = $2", isKept},
	},
	Insureds: {
		Cases: {"insured_ids @> ARRAY[$2::uuid]", fromInsureds}, Policies: {"insured_ids @> ARRAY[$2::uuid]", fromInsureds},
	},
	Cases: {
		Documents: {ofCase, "remove it, while the case is not closed"}, Assets: {ofCase, "remove it, while the case is not closed"},
		Policies: {ofCase, isKept}, Waivers: {ofCase, isKept}, Placements: {ofCase, isKept}, Evidence: {ofCase, isKept},
		Tasks:         {ofCase + " AND state NOT IN ('completed', 'cancelled')", "close the case, which cancels its tasks"},
		EvidenceLinks: {ofCase + " AND revoked_at IS NULL", "revoke it, or close the case"},
		RenewalNotices: {ofCase + " AND NOT " + isUntold,
			"close the case, which ends what is planned; what was sent is kept, and so is the case"},
	},
}

const (
	ofCase       = "case_id = $2"
	isKept       = "it is kept, and so is the %s"
	fromInsureds = "take it out of `insureds`"
	isUntold     = "(state IN ('skipped', 'cancelled') AND attempt_number = 1)" // of what is over, and was never attempted
)

// RemoveWhole removes a record to which References finds none; a case with its work, which is over then.
func RemoveWhole[T, F any](ctx context.Context, p *Portfolio, noun *Table[T, F], id uuid.UUID) error {
	if noun.Name() == Cases.Name() {
		for _, below := range []string{RenewalNotices.Name(), Tasks.Name(), EvidenceLinks.Name()} {
			q := p.db.NewDelete().Table(below).Where("portfolio_id = ? AND case_id = ?", p.ID(), id)
			if _, err := rows.Exec(ctx, p.db, q); err != nil {
				return err
			}
		}
	}
	return noun.Remove(ctx, p, id)
}

// References returns what refers to a record, some of each noun, in the order in which nouns are inserted.
func (p *Portfolio) References(ctx context.Context, to rows.Noun, id uuid.UUID) (found []fault.Reference, err error) {
	var parts []string
	remedies := map[string]string{}
	for _, n := range Nouns() {
		if by, ok := referrers[to][n]; ok {
			parts = append(parts, fmt.Sprintf("(SELECT %d AS part, '%s' AS type, id, count(*) OVER () AS n FROM %s "+
				"WHERE portfolio_id = $1 AND %s ORDER BY id LIMIT %d)", len(parts), n.Subject(), n.Name(), by.where, fault.ReferencesShown))
			remedies[n.Subject()] = strings.ReplaceAll(by.remedy, "%s", to.Subject())
		}
	}
	type reference struct {
		Type string
		ID   uuid.UUID
		N    int
	}
	q := rows.SQL("SELECT x.type, x.id, x.n FROM ("+strings.Join(parts, " UNION ALL ")+
		") AS x WHERE ?::uuid IS NOT NULL AND ?::uuid IS NOT NULL ORDER BY x.part, x.id", p.ID(), id)
	list, err := rows.Read[reference](ctx, p.db, rows.Planned, q)
	for _, r := range list {
		shown := fault.Reference{Type: r.Type, ID: r.ID.String(), Remedy: remedies[r.Type]}
		if r.N > fault.ReferencesShown {
			shown.Count = r.N
		}
		found = append(found, shown)
	}
	return found, err
}
