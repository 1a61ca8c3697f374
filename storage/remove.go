package storage

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
)

// appendOnly are the tables whose triggers refuse that rows are removed.
var appendOnly = []string{"notice_attempts", "verdict_changes", "audit_events"}

// otherTables selects the tables with records of portfolios that are no nouns.
const otherTables = `SELECT c.relname::text FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'portfolio_id'
	WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT c.relname = ANY ($1)
	AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('portfolios'))`

// RemoveLender removes a lender with its organizations, tokens and portfolios, and all their records, the audit trail
// included, and returns the portfolios, whose files are left. It is for lenders that are not real. Others' writes wait for
// moments only.
func (s *Store) RemoveLender(ctx context.Context, lender uuid.UUID) (portfolios []*model.Portfolio, err error) {
	if portfolios, err = s.Portfolios(ctx); err != nil {
		return nil, err
	}
	portfolios = slices.DeleteFunc(portfolios, func(p *model.Portfolio) bool { return p.LenderID != lender })
	for _, p := range portfolios {
		if err := s.removeTrails(ctx, p.ID); err != nil {
			return nil, Translate(err)
		}
	}
	return portfolios, Translate(pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		for _, p := range portfolios {
			if err := removeRecords(ctx, tx, p.ID); err != nil {
				return err
			}
		}
		for _, statement := range []string{
			"DELETE FROM tokens WHERE organization_id IN (SELECT id FROM organizations WHERE lender_id = $1)",
			"DELETE FROM organizations WHERE lender_id = $1",
			"DELETE FROM portfolios WHERE lender_id = $1",
			"DELETE FROM lenders WHERE id = $1",
		} {
			if _, err := tx.Exec(ctx, statement, lender); err != nil {
				return err
			}
		}
		return nil
	}))
}

// removeTrails removes what is only ever added to. All writers wait for it, so it does nothing else.
func (s *Store) removeTrails(ctx context.Context, portfolio uuid.UUID) error {
	return pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		for _, table := range appendOnly {
			for _, statement := range []string{
				"ALTER TABLE " + table + " DISABLE TRIGGER append_only",
				"DELETE FROM " + table + " WHERE portfolio_id = '" + portfolio.String() + "'",
				"ALTER TABLE " + table + " ENABLE TRIGGER append_only",
			} {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// removeRecords removes all other records of a portfolio: what refers to others first, totals last.
func removeRecords(ctx context.Context, tx pgx.Tx, portfolio uuid.UUID) error {
	var tables []string
	for _, n := range slices.Backward(Nouns()) {
		if !slices.Contains(appendOnly, n.Name()) {
			tables = append(tables, n.Name())
		}
	}
	found, err := tx.Query(ctx, otherTables, append(tables, appendOnly...))
	if err != nil {
		return err
	}
	others, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, table := range append(tables, others...) {
		if _, err := tx.Exec(ctx, "DELETE FROM "+pgx.Identifier{table}.Sanitize()+" WHERE portfolio_id = $1", portfolio); err != nil {
			return err
		}
	}
	return nil
}
