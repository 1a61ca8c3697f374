package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// InsuredGroups are groups of insureds.
var InsuredGroups = rows.Define(Table[model.InsuredGroup, model.InsuredGroupFilter]{
	Noun: "insured group",
	Filter: func(f model.InsuredGroupFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("name", f.Name.Value()),
		}
	},
	Text: func(f model.InsuredGroupFilter) *string { return f.Q.Value() },
})
