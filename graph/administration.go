package graph

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AdministrationEvents(
	ctx context.Context, filter *model.AuditEventFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.AuditEventConnection, error) {
	events := func(_ engine.Selection, opt page.Options) (*storage.Page[model.AuditEvent], error) {
		return storage.AuditEvents.Page(ctx, engine.RequestOf(ctx).Handle.For(uuid.Nil), orZero(filter), opt)
	}
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after, wrong: orZero(filter).Check()}
	return readList(ctx, args, nil, events)
}

func (*mutationResolver) CreateLender(ctx context.Context, input model.CreateLenderInput) (*model.Lender, error) {
	r := engine.RequestOf(ctx)
	lender, err := model.NewLender(storage.NewID(), input, r.Real)
	if err != nil {
		return nil, err
	}
	switch _, err := r.Handle.LenderByRef(ctx, input.Name); {
	case err == nil:
		var vs fault.Violations
		vs.Say("/name", fault.CodeDuplicate, "is taken already")
		return nil, vs.Err()
	case fault.CodeOf(err) != fault.CodeNotFound:
		return nil, err
	}
	lender, err = r.Handle.CreateLender(ctx, lender.Name, r.Real)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("lender.created", "lender", &lender.ID, model.Changes(model.Lender{}, *lender))
	return lender, relateLenders(ctx, engine.SelectionOf(ctx), []*model.Lender{lender})
}

func (*mutationResolver) UpdateLender(ctx context.Context, id uuid.UUID, input model.UpdateLenderInput) (*model.Lender, error) {
	r := engine.RequestOf(ctx)
	lender, err := r.Handle.LockLender(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *lender
	vs := lender.Patch(input)
	logo, err := newLogo(ctx, &before, lender)
	var wrong fault.Violations
	if wrong.AppendErr(err); err != nil && wrong == nil {
		return nil, err
	}
	vs.Append(wrong)
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if changes := model.Changes(before, *lender); len(changes) > 0 {
		lender.UpdatedAt = r.Real
		if err := logo.save(ctx, &before, lender); err != nil {
			return nil, err
		}
		r.AuditAdministration("lender.updated", "lender", &id, changes)
		if err := r.Handle.UpdateLender(ctx, lender); err != nil {
			return nil, err
		}
		if followsFrom(changes, "deficiencyDays", "placements", "timeZone") {
			if err := judgeAgain(ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return lender, relateLenders(ctx, engine.SelectionOf(ctx), []*model.Lender{lender})
}

// followsFrom reports whether one of the members has changed.
func followsFrom(changes map[string]model.Change, members ...string) bool {
	return slices.ContainsFunc(members, func(m string) bool { _, isChanged := changes[m]; return isChanged })
}

// judgeAgain moves the days on which the tasks of a lender's cases are due, and has placements begin where cover has ended.
func judgeAgain(ctx context.Context, lender uuid.UUID) error {
	r := engine.RequestOf(ctx)
	portfolios, err := r.Handle.PortfoliosOf(ctx, lender)
	for _, p := range portfolios {
		if err == nil {
			err = renewal.JudgeAgain(ctx, r.Handle.For(p.ID))
		}
	}
	return err
}

func (*mutationResolver) CreatePlan(ctx context.Context, input model.CreatePlanInput) (*model.Plan, error) {
	r := engine.RequestOf(ctx)
	plan, err := model.NewPlan(input)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("plan.created", "plan", nil, model.Changes(model.Plan{}, *plan))
	return plan, r.Handle.InsertPlan(ctx, plan)
}

func (*mutationResolver) UpdatePlan(ctx context.Context, key string, input model.UpdatePlanInput) (*model.Plan, error) {
	r := engine.RequestOf(ctx)
	plan, err := r.Handle.LockPlan(ctx, key)
	if err != nil {
		return nil, err
	}
	before := *plan
	if err := plan.Patch(input).Err(); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *plan)
	if len(changes) == 0 {
		return plan, nil
	}
	r.AuditAdministration("plan.updated", "plan", nil, map[string]any{"key": key, "changes": changes})
	return plan, r.Handle.UpdatePlan(ctx, plan)
}

func (*mutationResolver) CreateOrganization(ctx context.Context, input model.CreateOrganizationInput) (*model.Organization, error) {
	r := engine.RequestOf(ctx)
	lender, err := orNone(r.Handle.LockLender(ctx, input.Lender))
	if err != nil {
		return nil, err
	}
	plan, err := orNone(r.Handle.LockPlan(ctx, input.Plan))
	if err != nil {
		return nil, err
	}
	o, err := model.NewOrganization(storage.NewID(), input, lender, plan, r.Real)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("organization.created", "organization", &o.ID, model.Changes(model.Organization{}, *o))
	return o, r.Handle.InsertOrganization(ctx, o)
}

func (*mutationResolver) UpdateOrganization(
	ctx context.Context, id uuid.UUID, input model.UpdateOrganizationInput,
) (*model.Organization, error) {
	r := engine.RequestOf(ctx)
	o, err := r.Handle.LockOrganization(ctx, id)
	if err != nil {
		return nil, err
	}
	plan, err := orNone(r.Handle.LockPlan(ctx, orZero(input.Plan.Value())))
	if err != nil {
		return nil, err
	}
	before := *o
	if err := o.Patch(input, plan).Err(); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *o)
	if len(changes) == 0 {
		return o, nil
	}
	o.UpdatedAt = r.Real
	r.AuditAdministration("organization.updated", "organization", &id, changes)
	return o, r.Handle.UpdateOrganization(ctx, o)
}

func (*mutationResolver) CreateToken(ctx context.Context, input model.CreateTokenInput) (*model.CreatedToken, error) {
	r := engine.RequestOf(ctx)
	if err := refuseKey(r, "a token's text is kept nowhere"); err != nil {
		return nil, err
	}
	owner := ownOrganizations(r.Principal)
	if owner != (storage.Owner{}) && input.Role.Value() != nil {
		return nil, fault.New(fault.CodeForbidden, "Only an operator makes tokens of staff.")
	}
	known, err := r.Handle.OrganizationExists(ctx, orZero(input.Organization.Value()), owner)
	if err != nil {
		return nil, err
	}
	token, kind, err := input.NewToken(storage.NewID(), known, r.Real)
	if err != nil {
		return nil, err
	}
	text, err := credentials.NewToken(kind, rand.Reader)
	if err != nil {
		return nil, err
	}
	r.AuditAdministration("token.created", "token", &token.ID, model.Changes(model.Token{}, *token))
	digest := text.Digest()
	token.Digest = digest[:]
	return &model.CreatedToken{Text: text.Reveal(), Token: token}, r.Handle.InsertToken(ctx, token)
}

func (*mutationResolver) RevokeToken(ctx context.Context, id uuid.UUID) (*model.Token, error) {
	r := engine.RequestOf(ctx)
	token, ended, err := r.Handle.RevokeToken(ctx, id, ownOrganizations(r.Principal), r.Real)
	if err != nil {
		return nil, err
	}
	if ended {
		r.AuditAdministration("token.revoked", "token", &id, map[string]any{"name": token.Name})
	}
	return token, nil
}

func (*mutationResolver) ExpireToken(ctx context.Context, id uuid.UUID, at time.Time) (*model.Token, error) {
	r := engine.RequestOf(ctx)
	token, err := r.Handle.LockToken(ctx, id, ownOrganizations(r.Principal))
	if err != nil {
		return nil, err
	}
	before := *token
	if err := token.Expire(at, r.Real); err != nil {
		return nil, err
	}
	r.AuditAdministration("token.updated", "token", &id, model.Changes(before, *token))
	return token, r.Handle.EndToken(ctx, token)
}

func (*queryResolver) Roles(context.Context) ([]*model.RolePermissions, error) {
	return model.Roles, nil
}

func (*queryResolver) Quotas(ctx context.Context) ([]*model.Quota, error) {
	r := engine.RequestOf(ctx)
	u, err := r.Handle.Usage(ctx, r.Principal.PortfolioID)
	return u.Own.Or(r.Quotas).Of(u.Used), err
}

func (*queryResolver) Lenders(ctx context.Context) ([]*model.Lender, error) {
	handle := engine.RequestOf(ctx).Handle
	lenders, err := handle.Lenders(ctx)
	if err != nil {
		return nil, err
	}
	return lenders, relateLenders(ctx, engine.SelectionOf(ctx), lenders)
}

// relateLenders loads the selected relations of lenders.
func relateLenders(ctx context.Context, sel engine.Selection, lenders []*model.Lender) error {
	handle, byID := engine.RequestOf(ctx).Handle, map[uuid.UUID]*model.Lender{}
	for _, lender := range lenders {
		lender.Portfolios, lender.Organizations = []*model.Portfolio{}, []*model.Organization{}
		byID[lender.ID] = lender
	}
	if sel.Has("portfolios") {
		portfolios, err := handle.Portfolios(ctx)
		if err != nil {
			return err
		}
		for _, p := range portfolios {
			if lender, ok := byID[p.LenderID]; ok {
				lender.Portfolios = append(lender.Portfolios, p)
			}
		}
	}
	if sel.Has("organizations") {
		organizations, err := handle.Organizations(ctx)
		if err != nil {
			return err
		}
		for _, o := range organizations {
			if lender, ok := byID[o.LenderID]; ok {
				lender.Organizations = append(lender.Organizations, o)
			}
		}
	}
	return nil
}

func (*queryResolver) Organizations(ctx context.Context) ([]*model.Organization, error) {
	r := engine.RequestOf(ctx)
	return r.Handle.OrganizationsOf(ctx, ownOrganizations(r.Principal))
}

// ownOrganizations are those that the caller administers: an operator all, a person those of their lender, and a service
// account its own.
func ownOrganizations(p *model.Principal) storage.Owner {
	if p.IsStaff() {
		return storage.Owner{}
	}
	return storage.Owner{Lender: p.LenderID, Organization: p.OrganizationID}
}

func (*queryResolver) Portfolios(ctx context.Context) ([]*model.Portfolio, error) {
	return engine.RequestOf(ctx).Handle.Portfolios(ctx)
}

func (*queryResolver) Plans(ctx context.Context) ([]*model.Plan, error) {
	return engine.RequestOf(ctx).Handle.Plans(ctx)
}

func (*queryResolver) Tokens(ctx context.Context) ([]*model.Token, error) {
	r := engine.RequestOf(ctx)
	return r.Handle.TokensOf(ctx, ownOrganizations(r.Principal))
}
