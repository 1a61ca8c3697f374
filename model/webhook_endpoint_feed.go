package model

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

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
