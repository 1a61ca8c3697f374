package model

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
)

// Principal is an authenticated caller and the one portfolio of the request.
type Principal struct {
	Actor            Actor
	OrganizationID   uuid.UUID // uuid.Nil for all but service accounts
	OrganizationName string    // for the operator's metrics; "" for all others
	LenderID         uuid.UUID // uuid.Nil for staff without a portfolio
	SandboxOf        uuid.UUID // the real lender of a sandbox, of all but service accounts; uuid.Nil elsewhere
	PortfolioID      uuid.UUID // uuid.Nil for staff and people who chose none
	Mode             Mode
	Entitlements     []Entitlement
	StaffRole        *StaffRole    // nil for all but the operator's staff, with a token or signed in
	Roles            []Role        // of a person, or of a service account that was made with one
	ReadOnly         bool          // the token's scope
	EvidenceLink     *EvidenceLink // nil for all who have a token
	SessionID        uuid.UUID     // of a person who signed in
	SessionEnds      time.Time     // of somebody who signed in; zero for those who send their token
}

// IsStaff reports whether the caller is staff of the operator.
func (p *Principal) IsStaff() bool { return p.StaffRole != nil }

// Tenant is whose share of the node and of the database the caller's work takes: an organization, the lender of a person or
// of a directory, or uuid.Nil for all others together.
func (p *Principal) Tenant() uuid.UUID {
	if (p.Actor.Kind == ActorKindPerson || p.Actor.Kind == ActorKindSystem) && !p.IsStaff() {
		return p.Lender()
	}
	return p.OrganizationID
}

// Lender is whose book the portfolio is, also where it is a sandbox.
func (p *Principal) Lender() uuid.UUID {
	if p.SandboxOf != uuid.Nil {
		return p.SandboxOf
	}
	return p.LenderID
}

// HasToken reports whether the caller is known by a token, whose writes are counted: people and who came with an evidence
// link are not.
func (p *Principal) HasToken() bool { return p.EvidenceLink == nil && p.Actor.Kind != ActorKindPerson }

// Require returns nil for staff and for a plan with the entitlement; else `api_access_not_enabled`, which risk profiles
// need too, or `risk_profiles_not_enabled` (specification, Authentication 2 and 3). `forbidden` for an evidence link.
func (p *Principal) Require(e Entitlement) error {
	if p.IsStaff() {
		return nil
	}
	if err := p.RequireToken(); err != nil {
		return err
	}
	if !slices.Contains(p.Entitlements, EntitlementAPIAccess) {
		return fault.New(fault.CodeAPIAccessNotEnabled,
			"The organization's plan does not include API access; ask the operator to enable it.")
	}
	if !slices.Contains(p.Entitlements, e) {
		return fault.New(fault.CodeRiskProfilesNotEnabled,
			"The organization's plan does not include risk profile management; ask the operator to enable it.")
	}
	return nil
}

// RequireToken returns nil for all but a caller who came with an evidence link; else `forbidden`.
func (p *Principal) RequireToken() error {
	if p.EvidenceLink != nil {
		return fault.New(fault.CodeForbidden, "An evidence link opens its own page and nothing else.")
	}
	return nil
}

// RequireScope returns nil unless the caller would write with a token that only reads; else `forbidden`.
func (p *Principal) RequireScope(writes bool) error {
	if writes && p.ReadOnly {
		return fault.New(fault.CodeForbidden, "The token's scope is `read`; ask the operator for a token of the scope `full`.")
	}
	return nil
}

// Viewer is what a caller may know about themselves.
type Viewer struct {
	Kind         ActorKind
	ID           *uuid.UUID
	Name         string
	StaffRole    *StaffRole // nil for all but the operator's staff
	Roles        []Role
	ReadOnly     bool
	PortfolioID  *uuid.UUID // nil for staff who chose none, as the next two
	LenderID     *uuid.UUID
	Mode         *Mode
	Entitlements []Entitlement
	Permissions  []Permission
	Portfolios   []*Portfolio // that they may choose; nil unless asked for
	User         *User        // nil unless asked for
}

// NewViewer returns what a caller may know.
func NewViewer(p *Principal) *Viewer {
	v := &Viewer{
		Kind: p.Actor.Kind, ID: p.Actor.ID, Name: p.Actor.Name, StaffRole: p.StaffRole, ReadOnly: p.ReadOnly,
		Roles: append([]Role{}, p.Roles...), Entitlements: p.Entitlements,
		Permissions: p.Permissions(),
	}
	if p.IsStaff() {
		v.Entitlements = AllEntitlement
	}
	if p.PortfolioID != uuid.Nil {
		v.PortfolioID, v.LenderID, v.Mode = &p.PortfolioID, &p.LenderID, &p.Mode
	}
	return v
}
