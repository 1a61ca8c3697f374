package storage

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
)

// Loader writes many records of one portfolio by COPY, inside one transaction. It checks nothing but what the database does:
// the records come from model.
type Loader struct {
	tx        pgx.Tx
	bun       *bun.DB
	portfolio uuid.UUID
}

// Load runs fn in one transaction, one at a time on a portfolio. It needs a pool without time-outs.
func (s *Store) Load(ctx context.Context, portfolio uuid.UUID, fn func(ctx context.Context, l *Loader) error) error {
	err := pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		// A lock that leaves others free to write below the portfolio.
		if _, err := tx.Exec(ctx, "SELECT FROM portfolios WHERE id = $1 FOR NO KEY UPDATE", portfolio); err != nil {
			return err
		}
		return fn(ctx, &Loader{tx: tx, bun: s.bun, portfolio: portfolio})
	})
	return Translate(err)
}

// IsEmpty tells whether the portfolio has nobody and nothing yet.
func (l *Loader) IsEmpty(ctx context.Context) (empty bool, err error) {
	const query = `SELECT NOT EXISTS (SELECT FROM users WHERE portfolio_id = $1) AND NOT EXISTS (SELECT FROM cases WHERE portfolio_id = $1)`
	err = l.tx.QueryRow(ctx, query, l.portfolio).Scan(&empty)
	return empty, Translate(err)
}

// Has tells whether the portfolio's table has the id.
func (l *Loader) Has(ctx context.Context, table string, id uuid.UUID) (has bool, err error) {
	query := "SELECT EXISTS (SELECT FROM " + pgx.Identifier{table}.Sanitize() + " WHERE portfolio_id = $1 AND id = $2)"
	err = l.tx.QueryRow(ctx, query, l.portfolio, id).Scan(&has)
	return has, Translate(err)
}

// Analyze has Postgres look at the tables that others point to, once there are some rows: the checks of foreign keys keep the plan
// that was the best for empty ones, and may go through a whole portfolio for each row.
func (l *Loader) Analyze(ctx context.Context) error {
	_, err := l.tx.Exec(ctx, "ANALYZE cases, policies, policy_versions, brokerages, insured_groups, programs, risk_profiles")
	return Translate(err)
}

// Copy adds records of one noun to the loader's portfolio.
func Copy[T any](ctx context.Context, l *Loader, records []*T) error {
	table := l.bun.Table(reflect.TypeFor[T]())
	columns := loadedColumns(table)
	names, values := make([]string, len(columns)), make([]func(reflect.Value) (any, error), len(columns))
	for i, f := range columns {
		names[i], values[i] = f.Name, fieldValue(f)
		if f.Name == "portfolio_id" {
			values[i] = func(reflect.Value) (any, error) { return idValue(l.portfolio), nil }
		}
	}
	rows := pgx.CopyFromSlice(len(records), func(i int) (row []any, err error) {
		record := reflect.ValueOf(records[i]).Elem()
		row = make([]any, len(columns))
		for c, f := range columns {
			if row[c], err = values[c](f.Value(record)); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", table.Name, f.Name, err)
			}
		}
		return row, nil
	})
	_, err := l.tx.CopyFrom(ctx, pgx.Identifier{table.Name}, names, rows)
	return Translate(err)
}

// loadedColumns are the fields of a struct that its table has as columns: of policies not all, the rest being their versions'.
func loadedColumns(table *schema.Table) []*schema.Field {
	if table.Type != reflect.TypeFor[model.Policy]() {
		return table.Fields
	}
	return fieldsNamed[model.Policy](policyAdded)
}

// Analyze brings the planner's statistics up to date after many rows were written.
func (s *Store) Analyze(ctx context.Context) error {
	_, err := s.pool.Pgx().Exec(ctx, "ANALYZE")
	return Translate(err)
}
