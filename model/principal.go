package model

import (
	"slices"

	"github.com/google/uuid"
)

// Actor is who acts, as the audit trail remembers them.
type Actor struct {
	Kind ActorKind
	ID   *uuid.UUID
	Name string
}

// SystemActor is the program itself: its jobs.
var SystemActor = Actor{Kind: ActorKindSystem, Name: "covertrack"}

// Principal is an authenticated caller and the one portfolio that the request is about.
type Principal struct {
	Actor          Actor
	OrganizationID uuid.UUID // uuid.Nil for staff
	// OrganizationName is for the operator's eyes: metrics; "" for staff.
	OrganizationName string
	LenderID         uuid.UUID // uuid.Nil for staff without a portfolio
	PortfolioID      uuid.UUID // uuid.Nil for staff who chose none
	Mode             Mode
	Entitlements     []Entitlement
	StaffRole        *StaffRole // nil for service accounts
}

// IsStaff tells whether the caller is staff of the operator.
func (p *Principal) IsStaff() bool { return p.StaffRole != nil }

// Require is nil when the caller's plan includes the entitlement, or the caller is staff; else `api_access_not_enabled` or
// `risk_profiles_not_enabled`. Risk profiles presuppose API access (specification, Authentication 2 and 3).
func (p *Principal) Require(e Entitlement) error {
	if p.IsStaff() {
		return nil
	}
	if !slices.Contains(p.Entitlements, EntitlementAPIAccess) {
		return NewError(CodeAPIAccessNotEnabled, "The organization's plan does not include API access; ask the operator to enable it.")
	}
	if !slices.Contains(p.Entitlements, e) {
		return NewError(CodeRiskProfilesNotEnabled, "The organization's plan does not include risk profile management; ask the operator to enable it.")
	}
	return nil
}

// RequireStaff is nil for staff of at least the role, else `forbidden`.
func (p *Principal) RequireStaff(role StaffRole) error {
	if p.IsStaff() && (*p.StaffRole == StaffRoleOperator || *p.StaffRole == role) {
		return nil
	}
	return NewError(CodeForbidden, "Only the operator's staff may do this.")
}

// RequireWrite is nil for callers who may change the portfolio's records: service accounts and operators; else `forbidden`.
func (p *Principal) RequireWrite() error {
	if p.IsStaff() && *p.StaffRole != StaffRoleOperator {
		return NewError(CodeForbidden, "Support reads and never writes; an operator's token can do this.")
	}
	return nil
}
