package model

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// MaxWebhookEndpoints is how many endpoints a portfolio may have.
const MaxWebhookEndpoints = 20

// WebhookEndpoint is a receiver that the events of a portfolio are delivered to (specification of events, section 2).
type WebhookEndpoint struct {
	bun.BaseModel `bun:"table:webhook_endpoints,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk,type:uuid"`
	ID             uuid.UUID `bun:",pk,type:uuid"`
	URL            string
	Description    *string
	Names          []string `bun:"types,array" json:"types"` // of the EventKinds that it gets; none for all
	Enabled        bool
	DisabledReason *string // why the program disabled it
	Sealed         []byte  `bun:"secret"`     // see WebhookKey
	OldSealed      []byte  `bun:"old_secret"` // the secret before; nil if none
	OldSecretUntil *time.Time
	Metadata       Metadata `bun:"type:jsonb"`
	CreatedAt      time.Time
	UpdatedAt      time.Time

	Secret *string `bun:"-"` // only in the answer that makes it
}

type (
	// WebhookEndpointConnection is a page of a list.
	WebhookEndpointConnection = Connection[WebhookEndpoint]
	// WebhookEndpointEdge is one record of a page, with its cursor.
	WebhookEndpointEdge = Edge[WebhookEndpoint]
)

// IsNode makes it a Node.
func (WebhookEndpoint) IsNode() {}

// Types returns what GraphQL calls the kinds of events that the endpoint gets. A kind that this release does not know is
// left out.
func (e *WebhookEndpoint) Types() []EventType {
	types := []EventType{}
	for _, name := range e.Names {
		if t := eventTypeOf(name); t.IsValid() {
			types = append(types, t)
		}
	}
	return types
}

// Disable has the program stop all deliveries to the endpoint, for a reason.
func (e *WebhookEndpoint) Disable(reason string) {
	e.Enabled, e.DisabledReason = false, &reason
}

// Gets reports whether events of the kind are delivered to the endpoint.
func (e *WebhookEndpoint) Gets(name string) bool {
	return len(e.Names) == 0 || slices.Contains(e.Names, name)
}
