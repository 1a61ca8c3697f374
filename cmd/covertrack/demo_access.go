package main

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// demoLenders are the lenders of the demo data and the plans of their organizations (contract section 8).
var demoLenders = []struct{ name, plan string }{
	{"Harbor Example Bank", "full"},
	{"Prairie Example Credit Union", "basic"},
	{"Summit Example Lending", "none"},
}

// demoAccess has the tokens for the demo data. Its JSON is part of the contract.
type demoAccess struct {
	Lenders []*demoLender `json:"lenders"`
	Staff   struct {
		Support  string `json:"support"`
		Operator string `json:"operator"`
	} `json:"staff"`
}

type demoLender struct {
	Name         string            `json:"name"`
	Lender       uuid.UUID         `json:"lender"`
	Organization uuid.UUID         `json:"organization"`
	Plan         string            `json:"plan"`
	Tokens       byMode[string]    `json:"tokens"`
	Portfolios   byMode[uuid.UUID] `json:"portfolios"`

	portfolios []*model.Portfolio
}

type byMode[T any] struct {
	Live T `json:"live"`
	Test T `json:"test"`
}

func (b *byMode[T]) set(mode model.Mode, value T) {
	if mode == model.ModeLive {
		b.Live = value
		return
	}
	b.Test = value
}

// mintDemo creates the lenders and their organizations if they are missing, and a token for every mode and role.
func mintDemo(ctx context.Context, store *storage.Store) (*demoAccess, error) {
	access := &demoAccess{}
	err := administratively(ctx, store, func(ctx context.Context, tx *storage.Tx, audit *auditLog) error {
		access.Lenders = nil
		for _, l := range demoLenders {
			lender, err := prepareLender(ctx, tx, l.name, l.plan, audit)
			if err != nil {
				return err
			}
			access.Lenders = append(access.Lenders, lender)
		}
		return access.mintStaff(ctx, tx, audit)
	})
	return access, err
}

func prepareLender(ctx context.Context, tx *storage.Tx, name, plan string, audit *auditLog) (*demoLender, error) {
	lender, err := ensureLender(ctx, tx, name, audit)
	if err != nil {
		return nil, err
	}
	org, err := ensureOrganization(ctx, tx, name, lender, plan, audit)
	if err != nil {
		return nil, err
	}
	portfolios, err := tx.Portfolios(ctx)
	if err != nil {
		return nil, err
	}
	l := &demoLender{Name: lender.Name, Lender: lender.ID, Organization: org.ID, Plan: org.PlanKey}
	for _, p := range portfolios {
		if p.LenderID == lender.ID {
			l.Portfolios.set(p.Mode, p.ID)
			l.portfolios = append(l.portfolios, p)
		}
	}
	for _, mode := range model.AllMode {
		text, err := mint(ctx, tx, &model.Token{Name: name + " demo", OrganizationID: &org.ID, Mode: &mode}, audit)
		if err != nil {
			return nil, err
		}
		l.Tokens.set(mode, text.Reveal())
	}
	return l, nil
}

// ensureOrganization returns the lender's organization of that name. It creates it if there is none.
func ensureOrganization(
	ctx context.Context, tx *storage.Tx, name string, lender *model.Lender, plan string, audit *auditLog,
) (*model.Organization, error) {
	orgs, err := tx.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	for _, org := range orgs {
		if org.Name == name && org.LenderID == lender.ID {
			return org, nil
		}
	}
	return createOrganization(ctx, tx, name, lender, plan, audit)
}

func (a *demoAccess) mintStaff(ctx context.Context, tx *storage.Tx, audit *auditLog) error {
	for role, text := range map[model.StaffRole]*string{
		model.StaffRoleSupport: &a.Staff.Support, model.StaffRoleOperator: &a.Staff.Operator,
	} {
		minted, err := mint(ctx, tx, &model.Token{Name: "demo", Role: &role}, audit)
		if err != nil {
			return err
		}
		*text = minted.Reveal()
	}
	return nil
}
