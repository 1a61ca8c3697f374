package sandbox

import (
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Reach says which sandboxes somebody may see. One of the ids is given.
type Reach struct{ PortfolioID, OrganizationID, LenderID uuid.UUID }

// ReachOf returns the reach of a caller: who works in a sandbox has that alone, a test token its organization's, and people and
// staff the lender's. `forbidden` for the token of a live portfolio.
func ReachOf(p *model.Principal) (Reach, error) {
	switch {
	case p.Mode == model.ModeSandbox:
		return Reach{PortfolioID: p.PortfolioID}, nil
	case p.OrganizationID == uuid.Nil:
		return Reach{LenderID: p.LenderID}, nil
	case p.Mode != model.ModeTest:
		return Reach{}, fault.New(fault.CodeForbidden, "A token of the live portfolio has no sandboxes; use one of the test portfolio.")
	}
	return Reach{OrganizationID: p.OrganizationID}, nil
}

// ToMake is ReachOf for a caller who makes a sandbox, which none can who works in one.
func ToMake(p *model.Principal) (Reach, error) {
	if p.Mode == model.ModeSandbox {
		return Reach{}, fault.New(fault.CodeForbidden, "A sandbox makes no sandboxes; use a token of the test portfolio.")
	}
	return ReachOf(p)
}
