package sandbox

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

const (
	// maxFaultCount is how many deliveries one order is about at most.
	maxFaultCount = 100
	// MaxFaults is how many orders of an endpoint may be open.
	MaxFaults = 20
	// longestDelay is the longest time that a delivery is delayed: real time, as all times of deliveries are.
	longestDelay = 24 * time.Hour
)

// Fault is an order that the next deliveries to a webhook endpoint fail.
type Fault struct {
	bun.BaseModel `bun:"table:sandbox_faults,alias:t"`

	PortfolioID uuid.UUID              `bun:",pk,type:uuid"`
	ID          uuid.UUID              `bun:",pk,type:uuid"`
	EndpointID  uuid.UUID              `bun:"type:uuid"`
	Fault       model.WebhookFaultKind `bun:"kind"`
	Count       int
	Remaining   int
	By          *string `bun:"delay_by"` // of one that is delayed
	CreatedAt   time.Time
}

// NewFault makes an order for an endpoint that has so many open ones. `required`, `invalid_value`, `quota_exceeded`.
func NewFault(id, endpoint uuid.UUID, in model.CreateWebhookFaultInput, open int, now time.Time) (*Fault, error) {
	var vs fault.Violations
	f := &Fault{ID: id, EndpointID: endpoint, Fault: in.Fault, Count: 1, By: in.By.Value(), CreatedAt: now}
	if count := in.Count.Value(); count != nil {
		f.Count = *count
	}
	if f.Remaining = f.Count; f.Count < 1 || f.Count > maxFaultCount {
		vs.Say("/count", fault.CodeInvalidValue, "must be from 1 to %d", maxFaultCount)
	}
	isDelayed := f.Fault == model.WebhookFaultKindDelayed
	switch {
	case isDelayed && f.By == nil:
		vs.Say("/by", fault.CodeRequired, "is required with `delayed`")
	case !isDelayed && f.By != nil:
		vs.Say("/by", fault.CodeInvalidValue, "is for `delayed` only")
	case isDelayed:
		if delay := f.Until(now).Sub(now); delay < time.Second || delay > longestDelay {
			vs.Say("/by", fault.CodeInvalidValue, "must be an ISO 8601 duration from PT1S to P1D, of real time")
		}
	}
	if open >= MaxFaults {
		vs.Add("", fault.CodeQuotaExceeded, "An endpoint has at most %d faults that are to come.", MaxFaults)
	}
	return f, vs.Err()
}

// Until is when a delivery is attempted that this delays.
func (f *Fault) Until(now time.Time) time.Time {
	if f.By == nil {
		return now
	}
	d, _ := ParseDuration(*f.By)
	return d.After(now)
}
