package model

import (
	"fmt"
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

const (
	// webhookFailuresToPause is after how many new deliveries in a row that fail an endpoint is paused.
	webhookFailuresToPause = 5
	// webhookLongestPause is the time between two trials of an endpoint that is paused.
	webhookLongestPause = 15 * time.Minute
	// WebhookGivesUpAfter is after how long without any success an endpoint is disabled.
	WebhookGivesUpAfter = 5 * 24 * time.Hour
)

// WebhookFeed is how far an endpoint has got in the feed, and how it fares.
type WebhookFeed struct {
	bun.BaseModel `bun:"table:webhook_feeds,alias:t"`

	PortfolioID  uuid.UUID  `bun:",pk,type:uuid"`
	EndpointID   uuid.UUID  `bun:",pk,type:uuid"`
	Position     int64      // up to which all was attempted once
	FailingSince *time.Time // of the first failure after the last success; nil if none
	Failures     int        // new deliveries in a row that failed at once, without any success between
	ResumeAt     *time.Time // while it is paused: when the next event is tried
	TaskOrigin   *string    // of the task that was opened when the program disabled it
	Lease        *uuid.UUID `bun:"type:uuid"`
	LeasedUntil  time.Time
}

// NewWebhookFeed makes the state of a new endpoint, at the beginning of the feed.
func NewWebhookFeed(e *WebhookEndpoint, now time.Time) *WebhookFeed {
	return &WebhookFeed{PortfolioID: e.PortfolioID, EndpointID: e.ID, LeasedUntil: now}
}

// Restart forgets all failures, and passes over the events up to a position.
func (f *WebhookFeed) Restart(position int64) {
	f.Position, f.FailingSince, f.Failures, f.ResumeAt = max(f.Position, position), nil, 0, nil
}

// IsPaused reports whether new events wait, because the last ones failed.
func (f *WebhookFeed) IsPaused(now time.Time) bool {
	return f.ResumeAt != nil && now.Before(*f.ResumeAt)
}

// FeedAfter returns the state after an attempt, which was the first one of a new event or not, and why the endpoint is to
// be disabled; "" if it is not. After five new events in a row that failed at once new events wait: the next one is tried
// after a minute, and later ones after 2, 4, 8 and then every 15 minutes. Any success ends the pause.
func FeedAfter(f WebhookFeed, o WebhookOutcome, isNew bool) (after WebhookFeed, disabled string) {
	if o.IsSuccess() {
		f.FailingSince, f.Failures, f.ResumeAt = nil, 0, nil
		return f, ""
	}
	end := o.end()
	if f.FailingSince == nil {
		f.FailingSince = &end
	}
	if isNew {
		if f.Failures++; f.Failures >= webhookFailuresToPause {
			resume := end.Add(webhookPause(f.Failures))
			f.ResumeAt = &resume
		}
	}
	if o.isGone() {
		return f, "The receiver answered 410 Gone on " + spokenTime(end) + "."
	}
	return f, f.IsGivenUp(end)
}

// webhookPause returns how long an endpoint is paused after so many failures.
func webhookPause(failures int) time.Duration {
	return min(time.Minute<<min(failures-webhookFailuresToPause, 10), webhookLongestPause)
}

// IsGivenUp returns why the endpoint is to be disabled, because nothing succeeded for WebhookGivesUpAfter; "" if it is
// not.
func (f *WebhookFeed) IsGivenUp(now time.Time) string {
	if f.FailingSince == nil || now.Sub(*f.FailingSince) < WebhookGivesUpAfter {
		return ""
	}
	return "No delivery succeeded for five days, since " + spokenTime(*f.FailingSince) + "."
}

// spokenTime returns an instant as people write it: June 1, 2027, 14:05 UTC.
func spokenTime(t time.Time) string { return scalar.SpokenDay(t) + t.UTC().Format(", 15:04 UTC") }

// TaskWebhookDisabled is the reason of the task that says that an endpoint was disabled.
const TaskWebhookDisabled = "webhookDisabled"

// OpenTask makes the task to look after an endpoint that the program has disabled, and remembers it.
func (f *WebhookFeed) OpenTask(id uuid.UUID, now time.Time) *Task {
	reason, origin := TaskWebhookDisabled, fmt.Sprintf("webhook/%s/%s", f.EndpointID, now.UTC().Format(scalar.TimeLayout))
	f.TaskOrigin = &origin
	return &Task{
		ID: id, Type: TaskTypeResolveDeficiency, State: TaskStateOpen, Reason: &reason, Origin: &origin, DueAt: &now,
		CreatedAt: now, UpdatedAt: now,
	}
}
