package engine

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Seen is what a log may record of a request: who asked for which operation. The engine fills it in as it goes; what
// it did not get to stays zero.
type Seen struct {
	RequestID string
	// Route is the pattern of the path, like /rest/cases/{id}; "" if nothing was found at the path.
	Route          string
	OrganizationID uuid.UUID // uuid.Nil for staff
	// Organization is its name, "" for staff.
	Organization string
	PortfolioID  uuid.UUID
	TokenID      uuid.UUID
	Operation    string // the operation's name
	Waited       bool   // for the feed: how long it took says nothing of the server
}

type seenKey struct{}

// WithSeen returns a context of the request with the id, in which the engine and the doors fill in the Seen.
func WithSeen(ctx context.Context, requestID string) (context.Context, *Seen) {
	seen := &Seen{RequestID: requestID}
	return context.WithValue(ctx, seenKey{}, seen), seen
}

// SeenOf is what WithSeen added to the context, or nil.
func SeenOf(ctx context.Context) *Seen {
	seen, _ := ctx.Value(seenKey{}).(*Seen)
	return seen
}

// SeeRoute records the pattern of the path that is served.
func SeeRoute(ctx context.Context, pattern string) {
	if seen := SeenOf(ctx); seen != nil {
		seen.Route = pattern
	}
}

// SeeCaller records who calls; it does nothing for nil.
func SeeCaller(ctx context.Context, p *model.Principal) {
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

func seeWait(ctx context.Context) {
	if seen := SeenOf(ctx); seen != nil {
		seen.Waited = true
	}
}
