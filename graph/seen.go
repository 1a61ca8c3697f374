package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Seen is what a log may tell of a request: who asked for which operation. The engine fills it in as it learns; what it did
// not come to know stays zero.
type Seen struct {
	OrganizationID uuid.UUID // uuid.Nil for staff
	// Organization is its name, "" for staff.
	Organization string
	PortfolioID  uuid.UUID
	TokenID      uuid.UUID
	Operation    string // as the document names it
}

type seenKey struct{}

// WithSeen has the engine tell what it sees of the request of the context.
func WithSeen(ctx context.Context) (context.Context, *Seen) {
	seen := new(Seen)
	return context.WithValue(ctx, seenKey{}, seen), seen
}

// SeenOf is what WithSeen gave to the context, or nil.
func SeenOf(ctx context.Context) *Seen {
	seen, _ := ctx.Value(seenKey{}).(*Seen)
	return seen
}

// seeCaller notes who was authenticated.
func seeCaller(ctx context.Context, p *model.Principal) {
	if seen := SeenOf(ctx); seen != nil && p != nil {
		seen.OrganizationID, seen.Organization, seen.PortfolioID = p.OrganizationID, p.OrganizationName, p.PortfolioID
		if p.Actor.ID != nil {
			seen.TokenID = *p.Actor.ID
		}
	}
}

// seeOperation notes what is run.
func seeOperation(ctx context.Context, op *Operation) {
	if seen := SeenOf(ctx); seen != nil {
		seen.Operation = op.Name
	}
}
