package admin

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// addStarters gives each portfolio of the lender what a first case needs, unless it has a program or a risk profile.
func addStarters(ctx context.Context, store *storage.Store, lender uuid.UUID) error {
	portfolios, err := store.Portfolios(ctx)
	if err != nil {
		return err
	}
	for _, p := range portfolios {
		if p.LenderID != lender {
			continue
		}
		if err := addStarter(ctx, store, p); err != nil {
			return fmt.Errorf("add the starter to the %s portfolio: %w", p.Mode, err)
		}
	}
	return nil
}

func addStarter(ctx context.Context, store *storage.Store, p *model.Portfolio) error {
	return store.Load(ctx, p.ID, func(ctx context.Context, l *storage.Loader) error {
		begun, err := isBegun(ctx, store.For(p.ID))
		if begun || err != nil {
			return err
		}
		return book.Starter(p, command.Now()).Write(ctx, l, nil)
	})
}

// isBegun reports whether somebody has set the portfolio up already.
func isBegun(ctx context.Context, p *storage.Portfolio) (bool, error) {
	one := page.Options{Limit: 1}
	programs, err := storage.Programs.Page(ctx, p, model.ProgramFilter{}, one)
	if err != nil {
		return false, err
	}
	profiles, err := storage.RiskProfiles.Page(ctx, p, model.RiskProfileFilter{}, one)
	return len(programs.Nodes)+len(profiles.Nodes) > 0, err
}
