package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// CertificateHolders are those whom certificates of insurance name. Every write of a clause shares its holder first, so
// that no clause has a type that its holder is losing.
var CertificateHolders = rows.Define(Table[model.CertificateHolder, model.CertificateHolderFilter]{
	Noun: "certificate holder",
	Filter: func(f model.CertificateHolderFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
		}
	},
	Text: func(f model.CertificateHolderFilter) *string { return f.Q.Value() },
})
