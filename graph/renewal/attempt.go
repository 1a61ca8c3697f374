package renewal

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// attempt is one attempt to deliver one notice, in a transaction that has locked it.
type attempt struct {
	*delivery
	tx        *storage.Tx
	store     *storage.Portfolio
	portfolio *model.Portfolio
	notice    *model.RenewalNotice
	html      string
	progress  bool // somebody got the letter
}

// deliver sends the notice to those who wait for it and records the result. The policy is read after the notice was
// locked: an operation that puts it on hold either waits for this transaction or is seen here.
func (a *attempt) deliver(ctx context.Context) error {
	n, store := a.notice, a.store
	p, err := storage.Policies.One(ctx, store, n.PolicyID)
	if err != nil {
		return err
	}
	if !p.Status.FollowedUp() || p.InReview(a.Now()) {
		return nil
	}
	c, err := storage.Cases.One(ctx, store, n.CaseID)
	if err != nil {
		return err
	}
	boxes, err := store.Mailboxes(ctx, model.NoticeContacts(c, p), c.ManagementType == model.ManagementTypeSelfManaged)
	if err != nil {
		return err
	}
	to, copies := boxes.Recipients(c, p)
	if len(to) == 0 && !n.Reached() {
		n.TakeBack(a.Now())
		return a.record(ctx)
	}
	n.Expect(to, copies)
	if err := a.word(c, p); err != nil {
		return err
	}
	var failure *mailError
	if waiting := n.Pending(); len(waiting) > 0 && !n.Hopeless() {
		failure = a.try(waiting)
	}
	return a.conclude(ctx, failure)
}

// word renders the notice, unless somebody has it already: all get the same words.
func (a *attempt) word(c *model.Case, p *model.Policy) error {
	n := a.notice
	if a.html = n.Letter.HTML; a.html != "" {
		return nil
	}
	message, err := Render(a.portfolio, c, p, n)
	if err != nil {
		return err
	}
	a.html = message.HTML
	n.Word(message.Subject, message.Text)
	return nil
}

// try writes to some addresses and notes what the server said to each. It returns what put off any of them, nil if
// none was.
func (a *attempt) try(waiting []*model.NoticeDelivery) (putOff *mailError) {
	addresses := make([]string, len(waiting))
	for i, d := range waiting {
		addresses[i] = d.Address
	}
	refusals, failure := a.session.ask(addresses)
	var accepted []*model.NoticeDelivery
	for i, refusal := range refusals {
		d := waiting[i]
		d.Attempts++
		switch {
		case refusal == nil:
			accepted = append(accepted, d)
		case a.refused(d, refusal):
		default:
			putOff = refusal
			d.Alone = refusal.broken()
		}
	}
	if failure != nil {
		for _, d := range waiting[len(refusals):] {
			d.Delay(failure.reply())
		}
		a.mend(failure)
		return failure
	}
	if len(accepted) == 0 || a.notice.Hopeless() {
		a.session.drop()
		return putOff
	}
	if failure := a.send(accepted); failure != nil && !failure.permanent() {
		return failure
	}
	return putOff
}

// refused notes a refusal, and reports whether it is for good.
func (a *attempt) refused(d *model.NoticeDelivery, refusal *mailError) bool {
	if refusal.permanent() {
		d.Settle(model.NoticeDeliveryStateRefused, refusal.reply(), a.Now())
		return true
	}
	d.Delay(refusal.reply())
	return false
}

// send hands over the letter to those whom the server has accepted, and notes the result.
func (a *attempt) send(accepted []*model.NoticeDelivery) *mailError {
	n, now := a.notice, a.Now()
	sentAt := now
	if first := n.SentFirst(); first != nil {
		sentAt = *first
	}
	failure := a.session.send(Letter{
		Message:   Message{Subject: *n.Subject, Text: *n.Body, HTML: a.html},
		MessageID: n.MessageID(a.Mail.domain()),
		FromName:  a.portfolio.LenderName,
		To:        n.Recipients,
		Copies:    n.Copies,
		At:        sentAt,
	})
	for _, d := range accepted {
		if failure == nil {
			d.Settle(model.NoticeDeliveryStateSent, "", now)
		} else {
			a.refused(d, failure)
		}
	}
	if failure != nil {
		a.mend(failure)
		return failure
	}
	n.Letter.HTML, a.progress = a.html, true
	return nil
}

// mend makes the session fit for the next letter after a failure.
func (a *attempt) mend(failure *mailError) {
	if failure.broken() {
		a.hangUp()
	} else {
		a.session.drop()
	}
}

// conclude plans the next attempt for those who wait, or settles the notice. failure put some of them off, if not nil.
func (a *attempt) conclude(ctx context.Context, failure *mailError) error {
	n := a.notice
	if failure != nil || n.Hopeless() {
		deliveryFailures.Inc()
	}
	if failure != nil {
		a.Logger.Warn("the mail server put off a renewal notice", "notice", n.ID, "waiting", n.Waiting(), "error", failure.Error())
	}
	if n.Waiting() > 0 && !n.Hopeless() {
		if a.progress {
			n.Progress()
		}
		if !n.LastAttempt() {
			n.PutOff(n.LastReply(), a.Now())
			return a.record(ctx)
		}
		n.Abandon(a.Now())
	}
	if n.Missed() != "" {
		a.Logger.Warn("the mail server refused a renewal notice", "notice", n.ID, "reached", n.Reached())
	}
	if !n.Reached() {
		return a.giveUp(ctx)
	}
	n.Sent(a.Now())
	return a.record(ctx)
}

// giveUp records that a notice cannot be delivered, and opens a task. To write a task, the case must be locked. All
// others lock the case before the notice, so this must not wait for the lock: if it is not free, the notice is settled
// later.
func (a *attempt) giveUp(ctx context.Context) error {
	n := a.notice
	free, err := storage.Cases.LockFree(ctx, a.store, []uuid.UUID{n.CaseID})
	if err != nil {
		return err
	}
	if len(free) == 0 {
		n.Wait(a.Now())
		return a.record(ctx)
	}
	n.Fail(n.LastReply(), a.Now())
	return a.record(ctx, n.UndeliverableTask(storage.NewID(), a.Now()))
}

// record saves the notice, with its audit event if it is settled, and the tasks that it opens.
func (a *attempt) record(ctx context.Context, tasks ...*model.Task) error {
	return record(ctx, a.tx, a.store, a.Now(), []*model.RenewalNotice{a.notice}, tasks...)
}
