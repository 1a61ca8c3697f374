package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
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

// Has reports whether an event belongs to the replay.
func (r *WebhookReplay) Has(e *Event) bool {
	return e.Position <= r.UntilPosition && !e.At.Before(r.FromAt) && e.At.Before(r.UntilAt)
}

// IsDone reports whether there is nothing behind the position.
func (r *WebhookReplay) IsDone() bool { return r.Position >= r.UntilPosition }
