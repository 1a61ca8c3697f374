package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/rows"
)

// Placements are insurance that lenders place.
var Placements = rows.Define(Table[model.Placement, model.PlacementFilter]{
	Noun: "placement",
	Filter: func(f model.PlacementFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("state", f.State.Value()),
			rows.In("programme", f.Programme.Value()),
			rows.In("coverage_type_id", catalog.CoverageTypes.IDs(f.CoverageType.Value())),
			rows.Is("has_open_duty", f.HasOpenDuty.Value()),
		}
	},
	Counted: []string{"state", "programme"},
})

// LockCaseOfPlacement locks the case of a placement; `not_found` for a placement that does not exist.
func (p *Portfolio) LockCaseOfPlacement(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Placements, id, Placements.Noun)
}

// DocumentOfCase reports whether a document is of the case.
func (p *Portfolio) DocumentOfCase(ctx context.Context, caseID uuid.UUID, document *uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.ofCase(ctx, Documents, caseID, document)
}

// PolicyOfCase reports whether a policy is of the case.
func (p *Portfolio) PolicyOfCase(ctx context.Context, caseID uuid.UUID, policy *uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.ofCase(ctx, Policies, caseID, policy)
}

// DuePlacement is a placement of which the rules say something new.
type DuePlacement struct {
	ID     uuid.UUID
	CaseID uuid.UUID
	NextAt time.Time
}

// DuePlacements are placements of which the rules say something new by now, by that time, after the given one (nil for the first).
// Those of closed cases wait until the case is open again.
func (p *Portfolio) DuePlacements(ctx context.Context, now time.Time, after *DuePlacement, limit int) ([]DuePlacement, error) {
	q := duePlacements(p.db.NewSelect().TableExpr("placements AS t").Column("t.id", "t.case_id", "t.next_at").
		Where("t.portfolio_id = ?", p.ID()), now)
	if after != nil {
		q = q.Where("(t.next_at, t.id) > (?, ?)", after.NextAt, after.ID)
	}
	due, err := rows.Read[DuePlacement](ctx, p.db, rows.Planned, q.OrderExpr("t.next_at, t.id").Limit(int64(limit)))
	return valuesOf(due), err
}

// duePlacements narrows a query for placements to those of which the rules say something new, of cases that are not closed.
func duePlacements(q *bun.SelectQuery, now time.Time) *bun.SelectQuery {
	return q.Where("t.next_at <= ?", now).
		Where("(SELECT o.status <> 'closed' FROM cases AS o WHERE o.portfolio_id = t.portfolio_id AND o.id = t.case_id)")
}
