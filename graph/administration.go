package graph

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// administered records a change that belongs to no portfolio, to be written with the transaction.
func (r *request) administered(action, subjectType string, subject *uuid.UUID, changes any) {
	event := r.event(action, subjectType, subject, changes)
	event.PortfolioID = uuid.Nil
	r.events = append(r.events, event)
}

func (*queryResolver) AdministrationEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AuditEventConnection, error) {
	store := requestOf(ctx).handle.For(uuid.Nil)
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(ctx context.Context, opt model.ListOptions) (*storage.Page[model.AuditEvent], error) {
			return store.AuditEvents(ctx, orZero(filter), opt)
		}, nil)
	return &model.AuditEventConnection{Nodes: nodes, PageInfo: info}, err
}

func (*mutationResolver) CreateLender(ctx context.Context, input model.CreateLenderInput) (*model.Lender, error) {
	r := requestOf(ctx)
	lender, err := model.NewLender(storage.NewID(), input, r.now)
	if err != nil {
		return nil, err
	}
	if _, err := r.handle.LenderByRef(ctx, input.Name); model.CodeOf(err) != model.CodeNotFound {
		return nil, taken(err, "/name")
	}
	lender, err = r.handle.CreateLender(ctx, lender.Name, r.now)
	if err != nil {
		return nil, err
	}
	r.administered("lender.created", "lender", &lender.ID, model.Changes(model.Lender{}, *lender))
	return lender, relateLenders(ctx, selectionOf(ctx), []*model.Lender{lender})
}

// taken is `duplicate` at the pointer, or the error of having looked.
func taken(err error, pointer string) error {
	if err != nil {
		return err
	}
	var vs model.Violations
	vs.Add(pointer, model.CodeDuplicate, "this is taken already")
	return vs.Err()
}

func (*mutationResolver) UpdateLender(ctx context.Context, id uuid.UUID, input model.UpdateLenderInput) (*model.Lender, error) {
	r := requestOf(ctx)
	lender, err := r.handle.LockLender(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *lender
	if err := lender.Patch(input).Err(); err != nil {
		return nil, err
	}
	if changes := model.Changes(before, *lender); len(changes) > 0 {
		lender.UpdatedAt = r.now
		r.administered("lender.updated", "lender", &id, changes)
		if err := r.handle.UpdateLender(ctx, lender); err != nil {
			return nil, err
		}
	}
	return lender, relateLenders(ctx, selectionOf(ctx), []*model.Lender{lender})
}

func (*mutationResolver) CreatePlan(ctx context.Context, input model.CreatePlanInput) (*model.Plan, error) {
	r := requestOf(ctx)
	plan, err := model.NewPlan(input)
	if err != nil {
		return nil, err
	}
	r.administered("plan.created", "plan", nil, model.Changes(model.Plan{}, *plan))
	return plan, r.handle.InsertPlan(ctx, plan)
}

func (*mutationResolver) UpdatePlan(ctx context.Context, key string, input model.UpdatePlanInput) (*model.Plan, error) {
	r := requestOf(ctx)
	plan, err := r.handle.LockPlan(ctx, key)
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
	r.administered("plan.updated", "plan", nil, map[string]any{"key": key, "changes": changes})
	return plan, r.handle.UpdatePlan(ctx, plan)
}

func (*mutationResolver) CreateOrganization(ctx context.Context, input model.CreateOrganizationInput) (*model.Organization, error) {
	r := requestOf(ctx)
	lender, err := r.handle.LockLender(ctx, input.Lender)
	if lender, err = orNone(lender, err); err != nil {
		return nil, err
	}
	plan, err := r.handle.LockPlan(ctx, input.Plan)
	if plan, err = orNone(plan, err); err != nil {
		return nil, err
	}
	o, err := model.NewOrganization(storage.NewID(), input, lender, plan, r.now)
	if err != nil {
		return nil, err
	}
	r.administered("organization.created", "organization", &o.ID, model.Changes(model.Organization{}, *o))
	return o, r.handle.InsertOrganization(ctx, o)
}

// orNone is nil for a record that does not exist.
func orNone[T any](record *T, err error) (*T, error) {
	if model.CodeOf(err) == model.CodeNotFound {
		return nil, nil
	}
	return record, err
}

func (*mutationResolver) UpdateOrganization(ctx context.Context, id uuid.UUID, input model.UpdateOrganizationInput) (*model.Organization, error) {
	r := requestOf(ctx)
	o, err := r.handle.LockOrganization(ctx, id)
	if err != nil {
		return nil, err
	}
	plan, err := r.handle.LockPlan(ctx, orZero(input.Plan.Value()))
	if plan, err = orNone(plan, err); err != nil {
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
	o.UpdatedAt = r.now
	r.administered("organization.updated", "organization", &id, changes)
	return o, r.handle.UpdateOrganization(ctx, o)
}

func (*mutationResolver) CreateToken(ctx context.Context, input model.CreateTokenInput) (*model.CreatedToken, error) {
	r := requestOf(ctx)
	if r.keyed {
		var vs model.Violations
		vs.Add(IdempotencyHeader, model.CodeInvalidValue, "The response would be kept with the key, and a token's text is kept nowhere; send no key.")
		return nil, vs.Err()
	}
	known, err := r.handle.OrganizationExists(ctx, orZero(input.Organization.Value()))
	if err != nil {
		return nil, err
	}
	token, kind, err := input.NewToken(storage.NewID(), known, r.now)
	if err != nil {
		return nil, err
	}
	text, err := model.NewToken(kind, rand.Reader)
	if err != nil {
		return nil, err
	}
	r.administered("token.created", "token", &token.ID, model.Changes(model.Token{}, *token))
	digest := text.Digest()
	token.Digest = digest[:]
	return &model.CreatedToken{Text: text.Reveal(), Token: token}, r.handle.InsertToken(ctx, token)
}

func (*mutationResolver) RevokeToken(ctx context.Context, id uuid.UUID) (*model.Token, error) {
	r := requestOf(ctx)
	token, ended, err := r.handle.RevokeToken(ctx, id, r.now)
	if err != nil {
		return nil, err
	}
	if ended {
		r.administered("token.revoked", "token", &id, map[string]any{"name": token.Name})
	}
	return token, nil
}
