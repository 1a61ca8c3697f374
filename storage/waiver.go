package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/rows"
)

// Waivers are lenders' consents that something demanded of cases is missing.
var Waivers = rows.Define(Table[model.Waiver, model.WaiverFilter]{
	Noun: "waiver",
	Filter: func(f model.WaiverFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("state", f.State.Value()),
			rows.In("coverage_type_id", catalog.CoverageTypes.IDs(f.CoverageType.Value())),
		}
	},
	Counted: []string{"state"},
})

// WaiverReferences looks up the records that a waiver of a case names. The case is nil if there is none.
func (p *Portfolio) WaiverReferences(
	ctx context.Context, c *model.Case, asset, document *uuid.UUID,
) (refs model.WaiverReferences, err error) {
	if c == nil {
		return refs, nil
	}
	refs.Case = c
	if refs.Assets, err = p.ofCase(ctx, Assets, c.ID, asset); err != nil {
		return refs, err
	}
	refs.Documents, err = p.ofCase(ctx, Documents, c.ID, document)
	return refs, err
}

// LockCaseOfWaiver locks the case of a waiver; `not_found` for a waiver that does not exist.
func (p *Portfolio) LockCaseOfWaiver(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Waivers, id, Waivers.Noun)
}
