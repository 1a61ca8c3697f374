package model

import "github.com/google/uuid"

// Viewer is what a caller is told about themselves.
type Viewer struct {
	Kind         ActorKind
	ID           *uuid.UUID
	Name         string
	StaffRole    *StaffRole // nil for service accounts
	ReadOnly     bool
	PortfolioID  *uuid.UUID // nil for staff who chose none, as the next two
	LenderID     *uuid.UUID
	Mode         *Mode
	Entitlements []Entitlement
}

// NewViewer returns what a caller is told.
func NewViewer(p *Principal) *Viewer {
	v := &Viewer{
		Kind: p.Actor.Kind, ID: p.Actor.ID, Name: p.Actor.Name, StaffRole: p.StaffRole, ReadOnly: p.ReadOnly,
		Entitlements: p.Entitlements,
	}
	if p.IsStaff() {
		v.Entitlements = AllEntitlement
	}
	if p.PortfolioID != uuid.Nil {
		v.PortfolioID, v.LenderID, v.Mode = &p.PortfolioID, &p.LenderID, &p.Mode
	}
	return v
}
