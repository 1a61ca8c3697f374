package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Insureds are the persons and companies that are insured.
var Insureds = rows.Define(Table[model.Insured, model.InsuredFilter]{
	Noun: "insured",
	Filter: func(f model.InsuredFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("type", f.Type.Value()),
			rows.In("insured_group_id", f.InsuredGroup.Value()),
			rows.In("external_id", f.ExternalID.Value()),
		}
	},
	Text:    func(f model.InsuredFilter) *string { return f.Q.Value() },
	Counted: []string{"type"},
})
