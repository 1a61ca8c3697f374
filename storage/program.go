package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Programs are the legacy model of what a case needs.
var Programs = rows.Define(Table[model.Program, model.ProgramFilter]{
	Noun: "program",
	Filter: func(f model.ProgramFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
		}
	},
	Text: func(f model.ProgramFilter) *string { return f.Q.Value() },
})
