package storage

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// identified is a row of which only the id is read.
type identified struct{ ID uuid.UUID }

// asked are ids by the table that may have them.
type asked map[string][]uuid.UUID

// known are those that exist.
type known map[string]map[uuid.UUID]bool

// existing says which of the ids the portfolio's tables have, in one statement, or in none where nothing is asked.
func (p *Portfolio) existing(ctx context.Context, ids asked) (known, error) {
	c, found := newCommand(), make(known, len(ids))
	for _, table := range slices.Sorted(maps.Keys(ids)) {
		found[table] = map[uuid.UUID]bool{}
		if len(ids[table]) == 0 {
			continue
		}
		if len(c.text) > 0 {
			c.write(" UNION ALL ")
		}
		c.write("SELECT '", table, "', id FROM ", table, " WHERE portfolio_id = ").value(idValue(p.id)).
			write(" AND id = ANY (").value(idValues(ids[table])).write(")")
	}
	if len(c.text) == 0 {
		return found, nil
	}
	return found, c.run(ctx, p.on, true, func(rows pgx.Rows) error {
		var table string
		var id uuid.UUID
		for rows.Next() {
			if err := rows.Scan(&table, (*[16]byte)(&id)); err != nil {
				return err
			}
			found[table][id] = true
		}
		return nil
	})
}

// contacts are the users and brokers that were found.
func (k known) contacts() map[uuid.UUID]bool {
	maps.Copy(k["users"], k["brokers"])
	return k["users"]
}

// byID reads the rows of a query that have one of the ids.
func byID[T any](ctx context.Context, p *Portfolio, q *bun.SelectQuery, ids []uuid.UUID) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	return read[T](ctx, p.on, prepared, q.Where("t.id = ANY (?)", array[uuid.UUID](ids)))
}

// childrenOfParent is the greatest number of children that a parent shows in a relation; their lists show them all.
const childrenOfParent = 200

// ofParents reads the rows of a query that carry a parent's id in a column of their table: of each parent the first
// childrenOfParent, oldest first.
func ofParents[T any](ctx context.Context, p *Portfolio, q *bun.SelectQuery, column string, parents []uuid.UUID) ([]*T, error) {
	if len(parents) == 0 {
		return []*T{}, nil
	}
	children := p.db.NewSelect().TableExpr("? AS c", bun.Ident(tableOf[T]().Name)).ColumnExpr("c.*").
		Where("c.portfolio_id = ? AND c.? = parent.id", p.id, bun.Ident(column)).OrderExpr("c.id").Limit(childrenOfParent)
	q = q.ModelTableExpr("unnest(?::uuid[]) AS parent (id) CROSS JOIN LATERAL (?) AS t", array[uuid.UUID](parents), children)
	return read[T](ctx, p.on, prepared, q.OrderExpr("t.id"))
}

// updateAll saves all members of locked rows of one noun, in one statement or two whatever their number, and reads back what
// the database made of them: jsonb has an order of members of its own.
func updateAll[T any](ctx context.Context, p *Portfolio, rows []*T, base func() *bun.SelectQuery, id func(*T) uuid.UUID) error {
	switch len(rows) {
	case 0:
		return nil
	case 1:
		_, err := p.db.NewUpdate().Model(rows[0]).WherePK().Returning("*").Exec(ctx)
		return Translate(err)
	}
	if _, err := p.db.NewUpdate().Model(&rows).Bulk().Exec(ctx); err != nil {
		return Translate(err)
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = id(row)
	}
	saved, err := byID[T](ctx, p, base(), ids)
	if err != nil {
		return err
	}
	for _, row := range rows {
		*row = *saved[slices.IndexFunc(saved, func(s *T) bool { return id(s) == id(row) })]
	}
	return nil
}

func appendID(ids []uuid.UUID, id *uuid.UUID) []uuid.UUID {
	if id == nil {
		return ids
	}
	return append(ids, *id)
}
