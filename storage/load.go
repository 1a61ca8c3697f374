package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/storage/rows"
)

// Loader writes many records of one portfolio by COPY, inside one transaction. It checks nothing but what the database
// does: the records come from model.
type Loader struct {
	tx        pgx.Tx
	portfolio uuid.UUID
	within    *rows.DB // see Portfolio.Loader; nil for a loader of Load
}

// Loader returns a loader that writes by INSERT in the transaction of the portfolio, for few records.
func (p *Portfolio) Loader() *Loader { return &Loader{portfolio: p.ID(), within: p.db} }

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
	var tables string
	if err := l.tx.QueryRow(ctx, analyzed, nounTables()).Scan(&tables); err != nil {
		return Translate(err)
	}
	_, err := l.tx.Exec(ctx, "ANALYZE "+tables)
	return Translate(err)
}

// Copy adds records of one noun to the loader's portfolio.
func Copy[T any](ctx context.Context, l *Loader, records []*T) error {
	if l.within != nil {
		return rows.AddTo(ctx, l.within, l.portfolio, records)
	}
	table, columns, source := rows.CopySource(l.portfolio, records)
	_, err := l.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, source)
	return Translate(err)
}

// analyzers is how many tables are analyzed at a time: the two largest take as long as all others together.
const analyzers = 2

// Analyze brings the statistics of the planner up to date after many rows of nouns were written, and puts the rows that
// wait for it into the indexes of searches: a search reads all that wait, until autovacuum comes by.
func (s *Store) Analyze(ctx context.Context) error {
	tables, err := s.largestFirst(ctx)
	if err != nil {
		return Translate(err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(analyzers)
	for _, table := range tables {
		group.Go(func() error {
			_, err := s.pool.Pgx().Exec(ctx, "VACUUM (ANALYZE) "+table)
			return err
		})
	}
	return Translate(group.Wait())
}

// LookAt has Postgres look at those of some tables that had fewer rows when it looked last: a statement keeps the plan that was the
// best for empty ones, and may go through a whole portfolio for each row.
func (s *Store) LookAt(ctx context.Context, fewer int, tables ...string) error {
	var small *string
	err := s.pool.Pgx().QueryRow(ctx, `SELECT string_agg(oid::regclass::text, ', ') FROM pg_class
		WHERE oid = ANY ($1::regclass[]) AND reltuples < $2`, tables, fewer).Scan(&small)
	if err == nil && small != nil {
		_, err = s.pool.Pgx().Exec(ctx, "ANALYZE "+*small)
	}
	return Translate(err)
}

// largestFirst returns the tables of the nouns, in the order in which they keep two connections busy to the end.
func (s *Store) largestFirst(ctx context.Context) ([]string, error) {
	found, err := s.pool.Pgx().Query(ctx, `SELECT relid FROM unnest($1::regclass[]) AS relid
		ORDER BY pg_total_relation_size(relid) DESC`, nounTables())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

func nounTables() (names []string) {
	for _, n := range Nouns() {
		names = append(names, n.Name())
	}
	return names
}
