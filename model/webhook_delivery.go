package model

import (
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

const (
	// WebhookTestType is the type of a delivery that is about no event.
	WebhookTestType = "webhook.test"
	// WebhookAnswerBytes is how much of an answer is kept.
	WebhookAnswerBytes = 1024
	// WebhookAttemptsKept is how many attempts a delivery shows: the last ones.
	WebhookAttemptsKept = 20
	// WebhookDeliveriesKept is how long a delivery is kept after it was made.
	WebhookDeliveriesKept = 30 * 24 * time.Hour
)

// WebhookSchedule are the times between the attempts of a delivery: before the first one, and from the end of each to the
// next one.
var WebhookSchedule = []time.Duration{
	0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 24 * time.Hour,
}

// WebhookDelivery is a message to an endpoint: about an event, once for each, or a test. It has what the message says.
type WebhookDelivery struct {
	bun.BaseModel `bun:"table:webhook_deliveries,alias:t"`

	PortfolioID   uuid.UUID `bun:",pk,type:uuid"`
	ID            uuid.UUID `bun:",pk,type:uuid"`
	EndpointID    uuid.UUID `bun:"type:uuid"`
	EventID       uuid.UUID `bun:"type:uuid"` // the header webhook-id
	Type          string    // the name of an EventKind, or WebhookTestType
	SubjectType   string
	SubjectID     uuid.UUID  `bun:"type:uuid"`
	SubjectCaseID *uuid.UUID `bun:"type:uuid"`
	Revision      int64
	EventAt       time.Time
	State         WebhookDeliveryState
	Attempts      []*WebhookAttempt `bun:"type:jsonb"` // the last ones, oldest first
	AttemptCount  int               // of all
	Tries         int               // of the present schedule: a delivery that is sent again begins at zero
	NextAttemptAt *time.Time        // nil unless pending
	SettledAt     *time.Time        // nil while pending
	CreatedAt     time.Time         `sorts:"created_at,updated_at"`

	// Position is the event's place in the feed of a delivery that was never attempted; 0 for any other.
	Position int64 `bun:"-"`
}

// WebhookDeliveryQuery is the filter of a list, with the endpoint that the list is of.
type WebhookDeliveryQuery struct {
	EndpointID graphql.Omittable[[]uuid.UUID]            `json:"endpointId,omitempty"`
	ID         graphql.Omittable[[]uuid.UUID]            `json:"id,omitempty"`
	EventID    graphql.Omittable[[]uuid.UUID]            `json:"eventId,omitempty"`
	State      graphql.Omittable[[]WebhookDeliveryState] `json:"state,omitempty"`
	Type       graphql.Omittable[[]string]               `json:"type,omitempty"`
	CreatedAt  graphql.Omittable[*TimeRange]             `json:"createdAt,omitempty"`
}

// NewWebhookDeliveryQuery makes the filter of a list of the deliveries to an endpoint, nil for all. `invalid_value` for a
// type that no delivery has.
func NewWebhookDeliveryQuery(endpoint *uuid.UUID, f *WebhookDeliveryFilter) (*WebhookDeliveryQuery, error) {
	q := &WebhookDeliveryQuery{}
	if endpoint != nil {
		q.EndpointID = graphql.OmittableOf([]uuid.UUID{*endpoint})
	}
	if f == nil {
		return q, nil
	}
	q.ID, q.EventID, q.State, q.Type, q.CreatedAt = f.ID, f.EventID, f.State, f.Type, f.CreatedAt
	names := slices.DeleteFunc(slices.Clone(f.Type.Value()), func(name string) bool { return name == WebhookTestType })
	_, vs := EventNames(nil, names)
	return q, vs.Err()
}

// WebhookAttempt is one attempt of a delivery.
type WebhookAttempt struct {
	Number     int       `json:"number"` // from 1
	At         time.Time `json:"at"`
	Status     *int      `json:"status"` // of HTTP; nil if none came
	DurationMs int       `json:"durationMs"`
	Error      *string   `json:"error"`  // why there was no valid answer, in a word; nil if there was one
	Answer     *string   `json:"answer"` // the beginning of its body; nil if none came
}

// WebhookOutcome is how an attempt ended.
type WebhookOutcome struct {
	At       time.Time // when it began
	Duration time.Duration
	Status   int    // of HTTP; 0 if none came
	Error    string // why there was no valid answer, in a word; "" if there was one
	Answer   []byte // the beginning of its body
}

// IsSuccess reports whether the receiver has the message.
func (o WebhookOutcome) IsSuccess() bool { return o.Error == "" && o.Status/100 == 2 }

// isGone reports whether the receiver wants no more messages.
func (o WebhookOutcome) isGone() bool { return o.Error == "" && o.Status == 410 }

// end returns when the attempt was over.
func (o WebhookOutcome) end() time.Time { return o.At.Add(o.Duration) }

// NewWebhookDelivery makes the delivery of an event to an endpoint, to be attempted at once.
func NewWebhookDelivery(id uuid.UUID, e *WebhookEndpoint, event *Event, now time.Time) *WebhookDelivery {
	return &WebhookDelivery{
		PortfolioID: e.PortfolioID, ID: id, EndpointID: e.ID, EventID: event.ID, Type: event.Name,
		SubjectType: event.SubjectType, SubjectID: event.SubjectID, SubjectCaseID: event.CaseID, Revision: event.Revision,
		EventAt: event.At, State: WebhookDeliveryStatePending, Attempts: []*WebhookAttempt{}, NextAttemptAt: &now,
		CreatedAt: now, Position: event.Position,
	}
}

// NewWebhookTest makes a delivery about nothing but the endpoint.
func NewWebhookTest(id uuid.UUID, e *WebhookEndpoint, now time.Time) *WebhookDelivery {
	return NewWebhookDelivery(id, e, &Event{ID: id, Name: WebhookTestType, SubjectType: "webhookEndpoint", SubjectID: e.ID, At: now}, now)
}

// Subject returns what the message is about.
func (d *WebhookDelivery) Subject() EventSubject {
	return EventSubject{Type: d.SubjectType, ID: d.SubjectID, CaseID: d.SubjectCaseID}
}

// Resend has the delivery be attempted at once, by a schedule that begins again.
func (d *WebhookDelivery) Resend(now time.Time) {
	d.State, d.Tries, d.NextAttemptAt, d.SettledAt = WebhookDeliveryStatePending, 0, &now, nil
}

// GiveUp ends a delivery that waits for its next attempt.
func (d *WebhookDelivery) GiveUp(now time.Time) {
	if d.State == WebhookDeliveryStatePending {
		d.State, d.NextAttemptAt, d.SettledAt = WebhookDeliveryStateFailed, nil, &now
	}
}

// PutOff has a delivery that was never attempted wait until a time for its first attempt.
func (d *WebhookDelivery) PutOff(until time.Time) { d.Tries, d.NextAttemptAt = 1, &until }

// AfterAttempt returns the delivery after an attempt: delivered, waiting for the next attempt of WebhookSchedule, or
// failed after the last one. An attempt of one that waited for none, as a replay makes it, begins the schedule again.
func AfterAttempt(d WebhookDelivery, o WebhookOutcome) WebhookDelivery {
	end := o.end()
	d.AttemptCount++
	d.Attempts = append(d.Attempts[max(0, len(d.Attempts)+1-WebhookAttemptsKept):len(d.Attempts):len(d.Attempts)],
		attemptOf(d.AttemptCount, o))
	if d.State != WebhookDeliveryStatePending {
		d.Tries = 0
	}
	d.Tries++
	switch {
	case o.IsSuccess():
		d.State, d.NextAttemptAt, d.SettledAt = WebhookDeliveryStateDelivered, nil, &end
	case d.Tries < len(WebhookSchedule):
		next := end.Add(WebhookSchedule[d.Tries])
		d.State, d.NextAttemptAt, d.SettledAt = WebhookDeliveryStatePending, &next, nil
	default:
		d.State, d.NextAttemptAt, d.SettledAt = WebhookDeliveryStateFailed, nil, &end
	}
	return d
}

func attemptOf(number int, o WebhookOutcome) *WebhookAttempt {
	a := &WebhookAttempt{Number: number, At: o.At.UTC(), DurationMs: int(o.Duration.Milliseconds())}
	if o.Status != 0 {
		a.Status = &o.Status
		answer := readable(o.Answer)
		a.Answer = &answer
	}
	if o.Error != "" {
		a.Error = &o.Error
	}
	return a
}

// readable returns the beginning of an answer as a text that JSON and the database can hold.
func readable(answer []byte) string {
	answer = answer[:min(len(answer), WebhookAnswerBytes)]
	return strings.ReplaceAll(strings.ToValidUTF8(string(answer), "\uFFFD"), "\x00", "\uFFFD")
}
