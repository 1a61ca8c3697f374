package engine

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Seen is what a log may record of a request: who asked for which operation. The engine fills it in step by step; what
// it never learnt stays zero.
type Seen struct {
	OrganizationID uuid.UUID // uuid.Nil for staff
	// Organization is its name, "" for staff.
	Organization string
	PortfolioID  uuid.UUID
	TokenID      uuid.UUID
	Operation    string // the operation's name
}

type seenKey struct{}

// WithSeen returns a context in which the engine fills in the Seen.
func WithSeen(ctx context.Context) (context.Context, *Seen) {
	seen := new(Seen)
	return context.WithValue(ctx, seenKey{}, seen), seen
}

// SeenOf is what WithSeen added to the context, or nil.
func SeenOf(ctx context.Context) *Seen {
	seen, _ := ctx.Value(seenKey{}).(*Seen)
	return seen
}

func seeCaller(ctx context.Context, p *model.Principal) {
	if seen := SeenOf(ctx); seen != nil && p != nil {
		seen.OrganizationID, seen.Organization, seen.PortfolioID = p.OrganizationID, p.OrganizationName, p.PortfolioID
		if p.Actor.ID != nil {
			seen.TokenID = *p.Actor.ID
		}
	}
}

func seeOperation(ctx context.Context, op *Operation) {
	if seen := SeenOf(ctx); seen != nil {
		seen.Operation = op.Name
	}
}
