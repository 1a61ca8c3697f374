package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// LockLender finds one lender and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockLender(ctx context.Context, id uuid.UUID) (*model.Lender, error) {
	lender := new(model.Lender)
	err := h.db.NewSelect().Model(lender).Where("id = ?", id).For("NO KEY UPDATE").Scan(ctx)
	return found(lender, err, "lender")
}

// UpdateLender saves all members of a lender that the transaction has locked; `duplicate` when the name is taken.
func (h Handle) UpdateLender(ctx context.Context, lender *model.Lender) error {
	return duplicateName(update(ctx, h.db, lender), "lenders_name_key", "/name")
}

// LockPlan finds one plan by its key and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockPlan(ctx context.Context, key string) (*model.Plan, error) {
	plan := new(model.Plan)
	err := h.db.NewSelect().Model(plan).Where("key = ?", key).For("NO KEY UPDATE").Scan(ctx)
	return found(plan, err, "plan")
}

// InsertPlan adds a plan; `duplicate` when the key is taken.
func (h Handle) InsertPlan(ctx context.Context, plan *model.Plan) error {
	return duplicateName(insert(ctx, h.on, plan), "plans_pkey", "/key")
}

// UpdatePlan saves all members of a plan that the transaction has locked.
func (h Handle) UpdatePlan(ctx context.Context, plan *model.Plan) error {
	return update(ctx, h.db, plan)
}

// LockOrganization finds one organization with its plan and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockOrganization(ctx context.Context, id uuid.UUID) (*model.Organization, error) {
	o := new(model.Organization)
	err := h.db.NewSelect().Model(o).ColumnExpr("t.*, l.name AS lender_name").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Where("t.id = ?", id).For("NO KEY UPDATE OF t").Scan(ctx)
	if o, err = found(o, err, "organization"); err != nil {
		return nil, err
	}
	o.Plan, err = h.LockPlan(ctx, o.PlanKey)
	return o, err
}

// InsertOrganization adds an organization; `duplicate` when the name is taken.
func (h Handle) InsertOrganization(ctx context.Context, o *model.Organization) error {
	return duplicateName(insert(ctx, h.on, o), "organizations_name_key", "/name")
}

// UpdateOrganization saves all members of an organization that the transaction has locked; `duplicate` when the name is taken.
func (h Handle) UpdateOrganization(ctx context.Context, o *model.Organization) error {
	return duplicateName(update(ctx, h.db, o), "organizations_name_key", "/name")
}

// OrganizationExists tells whether there is an organization of the id.
func (h Handle) OrganizationExists(ctx context.Context, id uuid.UUID) (bool, error) {
	exists, err := h.db.NewSelect().Model((*model.Organization)(nil)).Where("id = ?", id).Exists(ctx)
	return exists, Translate(err)
}

func duplicateName(err error, index, pointer string) error {
	if !isDuplicate(err, index) {
		return err
	}
	var vs model.Violations
	vs.Add(pointer, model.CodeDuplicate, "this is taken already")
	return vs.Err()
}
