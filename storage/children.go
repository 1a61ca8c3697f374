package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// maxChildren is how many children of one parent a relation has; lists have them all.
const maxChildren = 200

// childrenOf reads the rows of a query that carry a parent's id in a column: of each parent the first maxChildren, oldest first.
func childrenOf[T any](ctx context.Context, p *Portfolio, q *bun.SelectQuery, table, column string, parents []uuid.UUID) ([]*T, error) {
	rows := []*T{}
	if len(parents) == 0 {
		return rows, nil
	}
	child := p.db.NewSelect().TableExpr("? AS c", bun.Ident(table)).Column("c.id").
		Where("c.portfolio_id = ? AND ? = parent.id", p.id, bun.Ident("c."+column)).OrderExpr("c.id").Limit(maxChildren)
	ids := p.db.NewSelect().TableExpr("unnest(ARRAY[?]::uuid[]) AS parent (id)", bun.List(parents)).
		Join("CROSS JOIN LATERAL (?) AS child", child).Column("child.id")
	err := q.Where("t.id IN (?)", ids).OrderExpr("t.id").Scan(ctx, &rows)
	return rows, Translate(err)
}

// LockCaseOfPolicy is LockCase for the case of a policy; `not_found` for a policy that does not exist.
func (p *Portfolio) LockCaseOfPolicy(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, "policies", id, "policy")
}

// LockCaseOfTask is LockCase for the case of a task; `not_found` for a task that does not exist.
func (p *Portfolio) LockCaseOfTask(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, "tasks", id, "task")
}

// lockCaseOf locks the case that a row below it names. The row is read without a lock: whose case it is never changes.
func (p *Portfolio) lockCaseOf(ctx context.Context, table string, id uuid.UUID, noun string) (*model.Case, error) {
	parent := p.db.NewSelect().Table(table).Column("case_id").Where("portfolio_id = ? AND id = ?", p.id, id)
	c := new(model.Case)
	return found(c, p.cases().Where("t.id = (?)", parent).For("NO KEY UPDATE").Scan(ctx, c), noun)
}
