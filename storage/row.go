package storage

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// oneKey tells all about a query of one: a noun has one base.
type oneKey struct {
	noun reflect.Type
	lock string
}

// one reads the row of a noun's base that has the id, and locks it as FOR says, or not; `not_found`.
func one[T any](ctx context.Context, p *Portfolio, base func() *bun.SelectQuery, lock string, id uuid.UUID, noun string) (*T, error) {
	query := func() *bun.SelectQuery {
		q := base().Where("t.id = ?", id)
		if lock != "" {
			q = q.For(lock)
		}
		return q
	}
	var rows []*T
	err := shaped(ctx, p, oneKey{reflect.TypeFor[T](), lock}, id, query, prepared, func(r pgx.Rows) (err error) {
		rows, err = collect[T](r, nil)
		return err
	})
	return only(rows, Translate(err), noun)
}

// first reads the row of a query that has one row at most; `not_found`. It is prepared: keys only.
func first[T any](ctx context.Context, p *Portfolio, q *bun.SelectQuery, noun string) (*T, error) {
	rows, err := read[T](ctx, p.on, prepared, q)
	return only(rows, err, noun)
}

func only[T any](rows []*T, err error, noun string) (*T, error) {
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, model.NotFound(noun)
	default:
		return rows[0], nil
	}
}

// update saves all members of a row that the transaction has locked, and reads back what the database made of it.
func update(ctx context.Context, db bun.IDB, row any) error {
	_, err := db.NewUpdate().Model(row).WherePK().Returning("*").Exec(ctx)
	return Translate(err)
}

// insertNamed is insert for a row with a path name, which gets a number where it is taken.
func (p *Portfolio) insertNamed(ctx context.Context, table string, row any, pathName *string) error {
	return p.withPathName(ctx, table, *pathName, func(candidate string) (bool, error) {
		*pathName = candidate
		result, err := p.db.NewInsert().Model(row).On("CONFLICT (portfolio_id, path_name) DO NOTHING").Returning("*").Exec(ctx)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		return n == 1, err
	})
}

// updateNamed is update for a row whose path name changed: it gets a number where that is taken.
func (p *Portfolio) updateNamed(ctx context.Context, table string, row any, pathName *string) error {
	return p.withPathName(ctx, table, *pathName, func(candidate string) (bool, error) {
		*pathName = candidate
		// A savepoint: an UPDATE has no ON CONFLICT, and a refused one would end the transaction.
		err := p.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error { return update(ctx, tx, row) })
		if isDuplicate(err, table+"_portfolio_id_path_name_key") {
			return false, nil
		}
		return err == nil, err
	})
}
