package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// CertificateHolders are those whom certificates of insurance name.
var CertificateHolders = rows.Define(Table[model.CertificateHolder, model.CertificateHolderFilter]{
	Noun: "certificate holder",
	Filter: func(f model.CertificateHolderFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.Contains(f.Q.Value()),
		}
	},
})

// ShareCertificateHolder finds one certificate holder and keeps others from changing it until the transaction ends;
// `not_found`. Every write of a clause begins with it, so that no clause has a type that its holder is losing.
func (p *Portfolio) ShareCertificateHolder(ctx context.Context, id uuid.UUID) (*model.CertificateHolder, error) {
	return CertificateHolders.LockAs(ctx, p, rows.ForShare, id)
}
