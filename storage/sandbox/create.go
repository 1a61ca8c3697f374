package sandbox

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Create adds a sandbox with its portfolio, which has these quotas, its lender and its token.
func Create(ctx context.Context, h storage.Handle, s *sandbox.Sandbox, quotas model.QuotaOverrides, token *model.Token) error {
	if err := createLender(ctx, h, s); err != nil {
		return err
	}
	p := &model.Portfolio{ID: s.PortfolioID, LenderID: s.PortfolioID, Mode: model.ModeSandbox, CreatedAt: s.CreatedAt}
	if err := rows.Insert(ctx, h.DB(), p); err != nil {
		return err
	}
	if err := h.SetQuotas(ctx, p.ID, quotas); err != nil {
		return err
	}
	if err := h.InsertToken(ctx, token); err != nil {
		return err
	}
	return rows.Insert(ctx, h.DB(), s)
}

// createLender adds a lender as the real one is now, with its picture.
func createLender(ctx context.Context, h storage.Handle, s *sandbox.Sandbox) error {
	lender, err := h.LockLender(ctx, s.LenderID)
	if err != nil {
		return err
	}
	logo, err := h.LenderLogo(ctx, lender.ID)
	if err != nil {
		return err
	}
	lender.ID, lender.SandboxOf, lender.CreatedAt, lender.UpdatedAt = s.PortfolioID, &s.LenderID, s.CreatedAt, s.CreatedAt
	if err := rows.Insert(ctx, h.DB(), lender); err != nil || logo == nil {
		return err
	}
	logo.LenderID = lender.ID
	return h.SetLenderLogo(ctx, lender.ID, logo)
}

// CopyConfiguration copies the configuration of the lender's test portfolio, with the ids that it has there.
func CopyConfiguration(ctx context.Context, h storage.Handle, s *sandbox.Sandbox) error {
	test, err := TestPortfolio(ctx, h, s.LenderID)
	if err != nil {
		return err
	}
	return h.InPortfolio(ctx, s.PortfolioID, func() error {
		return cmp.Or(copyAll[model.CertificateHolder](ctx, h, test, s.PortfolioID),
			copyAll[model.MortgageeClause](ctx, h, test, s.PortfolioID), copyAll[model.Program](ctx, h, test, s.PortfolioID),
			copyAll[model.RiskProfile](ctx, h, test, s.PortfolioID), copyAll[model.LetterTemplate](ctx, h, test, s.PortfolioID),
			copyAll[model.NoticeWording](ctx, h, test, s.PortfolioID))
	})
}

// copyAll copies all records of a noun.
func copyAll[T any](ctx context.Context, h storage.Handle, from, to uuid.UUID) error {
	all := h.DB().NewSelect().Model((*T)(nil)).Where("t.portfolio_id = ?", from).Order("t.id")
	list, err := rows.Read[T](ctx, h.DB(), rows.Planned, all)
	if err != nil || len(list) == 0 {
		return err
	}
	return rows.AddTo(ctx, h.DB(), to, list)
}

// TestPortfolio is the id of the test portfolio of a lender.
func TestPortfolio(ctx context.Context, h storage.Handle, lender uuid.UUID) (id uuid.UUID, err error) {
	portfolios, err := h.PortfoliosOf(ctx, lender)
	for _, p := range portfolios {
		if p.Mode == model.ModeTest {
			id = p.ID
		}
	}
	return id, err
}
