package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
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
	Sealed         []byte  `bun:"secret"`     // see Key
	OldSealed      []byte  `bun:"old_secret"` // the secret before; nil if none
	OldSecretUntil *time.Time
	Metadata       scalar.Metadata `bun:"type:jsonb"`
	CreatedAt      time.Time
	UpdatedAt      time.Time

	Secret *string `bun:"-"` // only in the answer that makes it
}

// AsUpdate returns the creation as a change.
func (in CreateWebhookEndpointInput) AsUpdate() UpdateWebhookEndpointInput {
	update := patch.As[UpdateWebhookEndpointInput](in)
	update.URL = graphql.OmittableOf(&in.URL)
	return update
}

// NewWebhookEndpoint makes an endpoint without a secret, of a portfolio that has so many already. `quota_exceeded`, and
// what Patch reports.
func NewWebhookEndpoint(
	id uuid.UUID, in CreateWebhookEndpointInput, urls receiver.URLs, existing int, now time.Time,
) (*WebhookEndpoint, error) {
	e := &WebhookEndpoint{ID: id, Enabled: true, CreatedAt: now, UpdatedAt: now}
	vs := e.Patch(in.AsUpdate(), urls)
	if existing >= MaxWebhookEndpoints {
		vs.Add("", fault.CodeQuotaExceeded, "A portfolio has at most %d webhook endpoints; delete one that is not needed.", MaxWebhookEndpoints)
	}
	return e, vs.Err()
}

// Patch changes the endpoint. What is enabled has no reason any more why it was disabled.
func (e *WebhookEndpoint) Patch(in UpdateWebhookEndpointInput, urls receiver.URLs) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/url", &e.URL, in.URL, urls.Check)
	patch.Text(&vs, "/description", &e.Description, in.Description, scalar.CheckDescription)
	if in.Types.IsSet() {
		types := in.Types.Value()
		for i, t := range types {
			if slices.Contains(types[:i], t) {
				vs.Say(fault.Pointer("/types", i), fault.CodeDuplicate, "is given twice")
			}
		}
		e.Names = namesOfTypes(types)
	}
	patch.Required(&vs, "/enabled", &e.Enabled, in.Enabled)
	if e.Enabled {
		e.DisabledReason = nil
	}
	patch.Metadata(&vs, &e.Metadata, in.Metadata)
	return vs
}

// Renew gives the endpoint a secret, which it signs with from now on. The one before, if any, signs too for
// Overlap. Both are sealed.
func (e *WebhookEndpoint) Renew(sealed []byte, now time.Time) {
	if e.Sealed != nil {
		until := now.Add(receiver.Overlap)
		e.OldSealed, e.OldSecretUntil = e.Sealed, &until
	}
	e.Sealed = sealed
}

// Types returns what GraphQL calls the kinds of events that the endpoint gets. A kind that this release does not know is
// left out.
func (e *WebhookEndpoint) Types() []EventType {
	types := []EventType{}
	for _, name := range e.Names {
		if t := EventTypeOf(name); t.IsValid() {
			types = append(types, t)
		}
	}
	return types
}

// Disable has the program stop all deliveries to the endpoint, for a reason.
func (e *WebhookEndpoint) Disable(reason string) {
	e.Enabled, e.DisabledReason = false, &reason
}

// Secrets returns the secrets that sign for the endpoint, the newest first. It fails when that was encrypted with another
// key; an old one is then left out.
func (e *WebhookEndpoint) Secrets(key receiver.Key, now time.Time) ([]receiver.Secret, error) {
	newest, err := key.Open(e.ID, e.Sealed)
	if err != nil {
		return nil, err
	}
	secrets := []receiver.Secret{newest}
	if e.OldSecretUntil != nil && now.Before(*e.OldSecretUntil) {
		if old, err := key.Open(e.ID, e.OldSealed); err == nil {
			secrets = append(secrets, old)
		}
	}
	return secrets, nil
}

// MaxWebhookReplays is how many replays an endpoint may have that are not done.
const MaxWebhookReplays = 5

// WebhookReplay is a part of the feed that is delivered to an endpoint again: the events of a time, beside the new ones.
type WebhookReplay struct {
	bun.BaseModel `bun:"table:webhook_replays,alias:t"`

	PortfolioID   uuid.UUID `bun:",pk,type:uuid"`
	EndpointID    uuid.UUID `bun:",pk,type:uuid"`
	ReplayID      uuid.UUID `bun:",pk,type:uuid"`
	Position      int64     // up to which it was done
	UntilPosition int64
	FromAt        time.Time
	UntilAt       time.Time // events of this moment are not part of it
}

// CheckWebhookReplay reports a replay of a time that has no moment.
func CheckWebhookReplay(in ReplayWebhookEndpointInput) error {
	var vs fault.Violations
	if !in.From.Before(in.To) {
		vs.Say("/to", fault.CodeInvalidValue, "must be after `from`")
	}
	return vs.Err()
}

// NewWebhookReplay makes the replay of a part of the feed, from the position of the first event to that of the last one,
// for an endpoint that has so many. `quota_exceeded`.
func NewWebhookReplay(
	id uuid.UUID, e *WebhookEndpoint, in ReplayWebhookEndpointInput, first, last int64, open int,
) (*WebhookReplay, error) {
	if open >= MaxWebhookReplays {
		var vs fault.Violations
		vs.Add("", fault.CodeQuotaExceeded, "An endpoint has at most %d replays that are not done; wait for one of them.", MaxWebhookReplays)
		return nil, vs.Err()
	}
	return &WebhookReplay{
		PortfolioID: e.PortfolioID, EndpointID: e.ID, ReplayID: id, Position: first - 1, UntilPosition: last,
		FromAt: in.From, UntilAt: in.To,
	}, nil
}

// Has reports whether an event belongs to the replay.
func (r *WebhookReplay) Has(e *Event) bool {
	return e.Position <= r.UntilPosition && !e.At.Before(r.FromAt) && e.At.Before(r.UntilAt)
}

// IsDone reports whether there is nothing behind the position.
func (r *WebhookReplay) IsDone() bool { return r.Position >= r.UntilPosition }
