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
	PortfolioID    uuid.UUID
	TokenID        uuid.UUID
	Operation      string // as the document names it
}

type seenKey struct{}

// WithSeen has the engine tell what it sees of the request of the context.
func WithSeen(ctx context.Context) (context.Context, *Seen) {
	seen := new(Seen)
	return context.WithValue(ctx, seenKey{}, seen), seen
}

// seeCaller notes who was authenticated.
func seeCaller(ctx context.Context, p *model.Principal) {
	if seen, ok := ctx.Value(seenKey{}).(*Seen); ok && p != nil {
		seen.OrganizationID, seen.PortfolioID = p.OrganizationID, p.PortfolioID
		if p.Actor.ID != nil {
			seen.TokenID = *p.Actor.ID
		}
	}
}

// seeOperation notes what is run.
func seeOperation(ctx context.Context, op *Operation) {
	if seen, ok := ctx.Value(seenKey{}).(*Seen); ok {
		seen.Operation = op.Name
	}
}
