package storage

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EvidenceLinks are the links by which evidence is handed in.
var EvidenceLinks = rows.Define(Table[model.EvidenceLink, model.EvidenceLinkFilter]{
	Noun: "evidence link",
	Filter: func(f model.EvidenceLinkFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("policy_id", f.PolicyID.Value()),
		}
	},
})

// EvidenceLinkOwner is a link together with what decides whether it is usable, and where it leads to.
type EvidenceLinkOwner struct {
	model.EvidenceLink `bun:",extend"`

	LenderID         uuid.UUID           `bun:",scanonly"`
	SandboxOf        *uuid.UUID          `bun:",scanonly"` // the real lender; nil unless it is the lender of a sandbox
	Mode             model.Mode          `bun:",scanonly"`
	PolicyTerm       int                 `bun:",scanonly"`
	Status           model.PolicyStatus  `bun:",scanonly"`
	StatusBeforeHold *model.PolicyStatus `bun:",scanonly"`
}

// PolicyState returns what the state machine of the link's policy looks at.
func (o *EvidenceLinkOwner) PolicyState() model.PolicyState {
	return model.PolicyState{Status: o.Status, BeforeHold: o.StatusBeforeHold}
}

// EvidenceLinkByDigest finds the link with the digest of its secret, usable or not; `not_found`.
func (h Handle) EvidenceLinkByDigest(ctx context.Context, digest [32]byte) (*EvidenceLinkOwner, error) {
	return h.evidenceLink(ctx, "t.digest = ?", digest[:])
}

// EvidenceLinkByID finds the link of any portfolio, usable or not; `not_found`.
func (h Handle) EvidenceLinkByID(ctx context.Context, id uuid.UUID) (*EvidenceLinkOwner, error) {
	return h.evidenceLink(ctx, "t.id = ?", id)
}

func (h Handle) evidenceLink(ctx context.Context, where string, value any) (*EvidenceLinkOwner, error) {
	q := h.db.NewSelect().TableExpr("evidence_links AS t").
		Column("t.portfolio_id", "t.id", "t.policy_id", "t.case_id", "t.term_number", "t.notice_id", "t.expires_at",
			"t.revoked_at", "t.created_at", "t.updated_at").
		ColumnExpr("p.lender_id, p.mode, l.sandbox_of, o.term_number AS policy_term, o.status, o.status_before_hold").
		Join("JOIN portfolios AS p ON p.id = t.portfolio_id").
		Join("JOIN lenders AS l ON l.id = p.lender_id").
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").Where(where, value)
	return rows.First[EvidenceLinkOwner](ctx, h.db, rows.Prepared, q, EvidenceLinks.Noun)
}

// EnsureEvidenceLinks adds those links whose secrets were derived and that are not there already, and returns their ids.
func (p *Portfolio) EnsureEvidenceLinks(ctx context.Context, links []*model.EvidenceLink) ([]uuid.UUID, error) {
	for _, link := range links {
		link.PortfolioID = p.ID()
	}
	return rows.IDs(ctx, p.db, rows.Once,
		p.db.NewInsert().Model(&links).On("CONFLICT (digest, portfolio_id) DO NOTHING").Returning("id"))
}

// EnsureEvidenceLink adds a link whose secret was derived, unless it is there already, and returns the one there is.
func (p *Portfolio) EnsureEvidenceLink(ctx context.Context, link *model.EvidenceLink) (*model.EvidenceLink, error) {
	link.PortfolioID = p.ID()
	added := p.db.NewInsert().Model(link).On("CONFLICT (digest, portfolio_id) DO NOTHING")
	if _, err := rows.Exec(ctx, p.db, added); err != nil {
		return nil, err
	}
	return rows.First[model.EvidenceLink](ctx, p.db, rows.Prepared,
		EvidenceLinks.Select(p, rows.Where("t.digest = ?", link.Digest)), EvidenceLinks.Noun)
}

// RevokeEvidenceLinks ends those links of a locked case that are not revoked, and returns them.
func (p *Portfolio) RevokeEvidenceLinks(ctx context.Context, caseID uuid.UUID, now time.Time) ([]*model.EvidenceLink, error) {
	return rows.Read[model.EvidenceLink](ctx, p.db, rows.Prepared, p.db.NewUpdate().Model((*model.EvidenceLink)(nil)).
		Set("revoked_at = ?, updated_at = ?", now, now).
		Where("portfolio_id = ? AND case_id = ? AND revoked_at IS NULL", p.ID(), caseID).Returning("*"))
}

// LockCaseOfEvidenceLink locks the case of a link; `not_found` for a link that does not exist.
func (p *Portfolio) LockCaseOfEvidenceLink(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, EvidenceLinks, id, EvidenceLinks.Noun)
}
