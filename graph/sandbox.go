package graph

import (
	"bytes"
	"context"
	"crypto/rand"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
	"github.com/covertrack/covertrack/storage/importing"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

func (*queryResolver) Sandboxes(ctx context.Context, limit, offset *int) (*sandbox.Page, error) {
	r := engine.RequestOf(ctx)
	reach, err := sandbox.ReachOf(r.Principal)
	if err != nil {
		return nil, err
	}
	bounds, err := page.NewOptions(page.List{}, nil, limit, nil, offset, nil)
	if err != nil {
		return nil, err
	}
	all, err := stored.List(ctx, r.Handle, reach)
	from := min(bounds.Offset, len(all))
	return &sandbox.Page{
		Nodes:    append([]*sandbox.Sandbox{}, all[from:min(from+bounds.Limit, len(all))]...),
		PageInfo: &page.Info{Limit: bounds.Limit, Offset: bounds.Offset, Total: len(all)},
	}, err
}

func (*queryResolver) Sandbox(ctx context.Context, id uuid.UUID) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	reach, err := sandbox.ReachOf(r.Principal)
	if err != nil {
		return nil, err
	}
	return orNone(stored.Find(ctx, r.Handle, id, reach))
}

func (*mutationResolver) CreateSandbox(ctx context.Context, input model.CreateSandboxInput) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	reach, err := sandbox.ToMake(r.Principal)
	if err != nil {
		return nil, err
	}
	if err := refuseKey(r, "a token's text is kept nowhere"); err != nil {
		return nil, err
	}
	s, err := newSandbox(ctx, reach.OrganizationID, input)
	if err != nil {
		return nil, err
	}
	token, err := tokenOf(s)
	if err != nil {
		return nil, err
	}
	quotas, err := sandboxQuotas(ctx, s.LenderID)
	if err != nil {
		return nil, err
	}
	if err := stored.Create(ctx, r.Handle, s, quotas, token); err != nil {
		return nil, err
	}
	r.AuditAdministration("sandbox.created", "sandbox", &s.PortfolioID, map[string]any{"name": s.Name, "from": s.From})
	return s, fillSandbox(ctx, s)
}

// newSandbox makes a sandbox of an organization; of uuid.Nil the oldest of the caller's lender that may use the API.
func newSandbox(ctx context.Context, organization uuid.UUID, input model.CreateSandboxInput) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	var err error
	if organization == uuid.Nil {
		organization, err = stored.Organization(ctx, r.Handle, r.Principal.LenderID)
	}
	if err == nil && organization == uuid.Nil {
		err = fault.New(fault.CodeAPIAccessNotEnabled, "No organization of the lender has a plan that includes API access.")
	}
	if err != nil {
		return nil, err
	}
	has, err := stored.Count(ctx, r.Handle, organization)
	if err != nil {
		return nil, err
	}
	left, err := stored.Left(ctx, r.Handle, r.Principal.LenderID)
	if err != nil {
		return nil, err
	}
	return sandbox.New(storage.NewID(), input, organization, r.Principal.LenderID, has, left, r.Real)
}

// tokenOf makes the token of a new sandbox, which ends with it.
func tokenOf(s *sandbox.Sandbox) (*model.Token, error) {
	text, err := credentials.NewToken(credentials.TokenKindSandbox, rand.Reader)
	if err != nil {
		return nil, err
	}
	shown, digest, mode := text.Reveal(), text.Digest(), model.ModeSandbox
	s.Token = &shown
	return &model.Token{
		ID: storage.NewID(), Digest: digest[:], Name: s.Name, OrganizationID: &s.OrganizationID, Mode: &mode,
		SandboxID: &s.PortfolioID, CreatedAt: s.CreatedAt, Scope: model.TokenScopeFull,
	}, nil
}

// sandboxQuotas are those of a sandbox of the lender.
func sandboxQuotas(ctx context.Context, lender uuid.UUID) (model.QuotaOverrides, error) {
	r := engine.RequestOf(ctx)
	test, err := stored.TestPortfolio(ctx, r.Handle, lender)
	if err != nil {
		return model.QuotaOverrides{}, err
	}
	u, err := r.Handle.Usage(ctx, test)
	return sandbox.QuotasOf(u.Own.Or(r.Quotas)), err
}

// fillSandbox gives a new sandbox what it has to begin with.
func fillSandbox(ctx context.Context, s *sandbox.Sandbox) error {
	r := engine.RequestOf(ctx)
	if s.From == model.SandboxOriginCopy {
		return stored.CopyConfiguration(ctx, r.Handle, s)
	}
	p, err := r.Handle.Portfolio(ctx, s.PortfolioID)
	if err != nil {
		return err
	}
	begun := book.Starter(p, s.Now)
	if s.From == model.SandboxOriginDemo {
		if begun, err = demoBook(ctx, p, s.Now); err != nil {
			return err
		}
	}
	return r.Handle.InPortfolio(ctx, p.ID, func() error {
		return begun.Write(ctx, r.Handle.For(p.ID).Loader(), nil)
	})
}

// demoBook makes the sample data, whose files come first: no record refers to them yet.
func demoBook(ctx context.Context, p *model.Portfolio, now time.Time) (*book.Book, error) {
	of := resolverOf(ctx)
	if of.Demo == nil {
		return nil, fault.One("/from", fault.CodeInvalidValue, "is nothing that this server has").Err()
	}
	begun, files := of.Demo(p, now.Truncate(24*time.Hour))
	group, writing := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for _, f := range files {
		group.Go(func() error { return of.Blobs.Write(writing, f.Key, f.Type, bytes.NewReader(f.Content)) })
	}
	return begun, group.Wait()
}

func (*mutationResolver) AdvanceSandbox(
	ctx context.Context, id uuid.UUID, input model.AdvanceSandboxInput,
) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	s, err := lockSandbox(ctx, id)
	if err != nil {
		return nil, err
	}
	atWork, err := importing.AtWork(ctx, r.Handle.For(id))
	if err != nil {
		return nil, err
	}
	if err := s.Advance(input, atWork, r.Real); err != nil {
		return nil, err
	}
	if err := stored.Save(ctx, r.Handle, s); err != nil {
		return nil, err
	}
	r.AuditAdministration("sandbox.advanced", "sandbox", &id, map[string]any{"from": s.Now, "to": s.Target})
	return s, jobs.Soon(ctx, r.Store, jobs.Sandboxes)
}

// lockSandbox finds a sandbox of the caller, and keeps its clock from moving; `not_found`.
func lockSandbox(ctx context.Context, id uuid.UUID) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	reach, err := sandbox.ReachOf(r.Principal)
	if err != nil {
		return nil, err
	}
	s, err := stored.Lock(ctx, r.Handle, id, reach)
	if err != nil {
		return nil, err
	}
	return s, r.CheckPrecondition(ctx)
}

func (*mutationResolver) DeleteSandbox(ctx context.Context, id uuid.UUID) (*sandbox.Sandbox, error) {
	r := engine.RequestOf(ctx)
	s, err := lockSandbox(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == model.SandboxStateAdvancing {
		return nil, sandbox.Advancing()
	}
	r.AuditAdministration("sandbox.deleted", "sandbox", &id, map[string]any{"name": s.Name})
	return s, stored.Close(ctx, r.Handle, id, r.Real)
}
