package storage

import (
	"context"

	"github.com/google/uuid"

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
		}
	},
})

// LockCaseOfPlacement locks the case of a placement; `not_found` for a placement that does not exist.
func (p *Portfolio) LockCaseOfPlacement(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Placements, id, Placements.Noun)
}

// DocumentOfCase reports whether a document is of the case.
func (p *Portfolio) DocumentOfCase(ctx context.Context, caseID uuid.UUID, document *uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.ofCase(ctx, Documents, caseID, document)
}
