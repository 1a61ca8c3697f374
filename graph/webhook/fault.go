package webhook

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	faults "github.com/covertrack/covertrack/storage/sandbox"
)

// faultOf takes the order by which a delivery fails that is attempted for the first time; nil if none. Only sandboxes have orders.
func (r *run) faultOf(ctx context.Context, d *model.WebhookDelivery) (*sandbox.Fault, error) {
	if !r.work.Sandbox || d.AttemptCount+d.Tries > 0 {
		return nil, nil //nolint:nilnil // none
	}
	asked, cancel := asking(ctx)
	defer cancel()
	return faults.TakeFault(asked, r.Store.For(d.PortfolioID), d.EndpointID)
}

// is reports whether the attempt fails in a way.
func (a *attempt) is(kind model.WebhookFaultKind) bool {
	return a.fault != nil && a.fault.Fault == kind
}

// isUnsent reports whether no request is made.
func (a *attempt) isUnsent() bool {
	return a.is(model.WebhookFaultKindLost) || a.is(model.WebhookFaultKindDelayed)
}

// repeat sends a message that has arrived once more, if that is ordered.
func (a *attempt) repeat(r *run, m Message) {
	if a.is(model.WebhookFaultKindRepeated) && a.outcome.IsSuccess() {
		again := r.Sender.Send(r.sends, m)
		a.again = &again
	}
}

// failOnOrder has a delivery as it is after an attempt at which nothing was sent, and reports whether it was one. What is lost is
// not attempted again by itself.
func (s *saving) failOnOrder(d *model.WebhookDelivery, result Result) bool {
	switch result.Fault.Fault {
	case model.WebhookFaultKindDelayed:
		d.PutOff(result.Fault.Until(s.now))
	case model.WebhookFaultKindLost:
		*d = model.AfterAttempt(*d, result.Outcome)
		d.GiveUp(s.now)
	default:
		return false
	}
	return true
}
