package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/rows"
)

// Loader writes many records of one portfolio by COPY, inside one transaction. It checks nothing but what the database
// does: the records come from model.
type Loader struct {
	tx        pgx.Tx
	portfolio uuid.UUID
}

// Load runs fn in one transaction, one at a time on a portfolio. It needs a pool without time-outs.
func (s *Store) Load(ctx context.Context, portfolio uuid.UUID, fn func(ctx context.Context, l *Loader) error) error {
	w, err := s.writer(ctx)
	if err != nil {
		return Translate(err)
	}
	err = pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		if w.isDistributed {
			if _, err := tx.Exec(ctx, stayOf(portfolio)); err != nil {
				return err
			}
		}
		// A lock that leaves others free to write below the portfolio.
		if _, err := tx.Exec(ctx, "SELECT FROM portfolios WHERE id = $1 FOR NO KEY UPDATE", portfolio); err != nil {
			return err
		}
		return fn(ctx, &Loader{tx: tx, portfolio: portfolio})
	})
	return Translate(err)
}

// IsEmpty reports whether the portfolio has no users and no cases yet.
func (l *Loader) IsEmpty(ctx context.Context) (empty bool, err error) {
	err = l.tx.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM users WHERE portfolio_id = $1)
		AND NOT EXISTS (SELECT FROM cases WHERE portfolio_id = $1)`, l.portfolio).Scan(&empty)
	return empty, Translate(err)
}

// Has reports whether the portfolio's table has the id.
func (l *Loader) Has(ctx context.Context, table string, id uuid.UUID) (has bool, err error) {
	query := "SELECT EXISTS (SELECT FROM " + pgx.Identifier{table}.Sanitize() + " WHERE portfolio_id = $1 AND id = $2)"
	err = l.tx.QueryRow(ctx, query, l.portfolio, id).Scan(&has)
	return has, Translate(err)
}

// analyzed selects the tables of nouns that other nouns point to.
const analyzed = `SELECT string_agg(DISTINCT confrelid::regclass::text, ', ') FROM pg_constraint
	WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1) AND confrelid::regclass::text = ANY ($1)`

// Analyze has Postgres look at the tables that others point to, once there are some rows: the checks of foreign keys
// keep the plan that was the best for empty ones, and may go through a whole portfolio for each row.
func (l *Loader) Analyze(ctx context.Context) error {
	var names []string
	for _, n := range Nouns() {
		names = append(names, n.Name())
	}
	var tables string
	if err := l.tx.QueryRow(ctx, analyzed, names).Scan(&tables); err != nil {
		return Translate(err)
	}
	_, err := l.tx.Exec(ctx, "ANALYZE "+tables)
	return Translate(err)
}

// Copy adds records of one noun to the loader's portfolio.
func Copy[T any](ctx context.Context, l *Loader, records []*T) error {
	table, columns, source := rows.CopySource(l.portfolio, records)
	_, err := l.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, source)
	return Translate(err)
}

// Analyze brings the statistics of the planner up to date after many rows were written, and puts the rows that wait for it
// into the indexes of searches: a search reads all that wait, until autovacuum comes by.
func (s *Store) Analyze(ctx context.Context) error {
	_, err := s.pool.Pgx().Exec(ctx, "VACUUM (ANALYZE)")
	return Translate(err)
}
