package renewal

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
)

// note counts what failed in an attempt, and says at most once a minute that letters are put off. failure put some
// recipients off, if not nil.
func (a *attempt) note(failure *mailError, now time.Time) {
	a.Letter.AttemptedAt = &now
	if a.box != nil {
		return // which says nothing about the mail server
	}
	a.asked = a.asked || failure == nil || failure.phase != model.ReplyLetter
	a.taken = a.taken || a.progress
	if failure == nil {
		if a.Hopeless() {
			countFailure(a.refusedBy())
		}
		return
	}
	countFailure(failure.reason())
	if failure.reason() == mailer.Data {
		a.putOff = failure
	}
	if a.warned.allows(now) {
		a.Logger.Warn("the mail server put off a letter", "id", a.letter.id(), "waiting", a.Waiting(), "error", failure.Error(),
			"reason", failure.reason(), "cause", failure.said())
	}
}

// refusedBy returns what was refused of a letter that no recipient gets: the letter itself if any reply is about it.
func (a *attempt) refusedBy() mailer.Reason {
	isLetter := slices.ContainsFunc(a.Deliveries(), func(d *model.NoticeDelivery) bool {
		return d.Reply != nil && strings.HasPrefix(*d.Reply, phaseData+":")
	})
	if isLetter {
		return mailer.Data
	}
	return mailer.Recipient
}

// unwritten puts off a letter that could not be worded, so that the others go on.
func (a *attempt) unwritten(ctx context.Context, err error) error {
	failure := &mailError{phase: model.ReplyLetter, cause: err}
	for _, d := range a.Pending() {
		d.Delay(failure.reply())
	}
	return a.conclude(ctx, failure)
}

// pace lets something be said at most once a minute.
type pace struct {
	mu   sync.Mutex
	last time.Time
}

func (p *pace) allows(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := now.Sub(p.last); age >= 0 && age < time.Minute {
		return false
	}
	p.last = now
	return true
}
