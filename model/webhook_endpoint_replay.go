package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
)

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
