package renewal

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Deliver sends the notices that sweeps have marked for delivery and those whose next attempt is due. It returns early
// if the mail server cannot be reached; the rest waits for the next call. Without a mail server it does nothing.
func (f *Follower) Deliver(ctx context.Context) error {
	if f.Mail == nil {
		return nil
	}
	portfolios, err := f.Store.Portfolios(ctx)
	if err != nil {
		return err
	}
	d := &delivery{Follower: f}
	defer d.hangUp()
	for _, p := range portfolios {
		if p.Mode != model.ModeLive {
			continue
		}
		for more := true; more; {
			if more, err = d.next(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// delivery is one call of Deliver. Its connection is opened for the first notice.
type delivery struct {
	*Follower
	session *session
}

func (d *delivery) hangUp() {
	if d.session != nil {
		d.session.close()
		d.session = nil
	}
}

// next delivers one notice of the portfolio and reports whether there was one. It connects before the transaction
// begins, so that the notice is locked only while one message is sent.
func (d *delivery) next(ctx context.Context, portfolio *model.Portfolio) (found bool, err error) {
	waiting, err := d.Store.For(portfolio.ID).HasDelivery(ctx, d.Now())
	if err != nil || !waiting {
		return false, err
	}
	if d.session == nil {
		if d.session, err = d.Mail.connect(ctx); err != nil {
			return false, err
		}
	}
	var notice *model.RenewalNotice
	err = d.Store.InTx(ctx, portfolio.ID, func(ctx context.Context, tx *storage.Tx) (err error) {
		store := tx.For(portfolio.ID)
		notice, err = store.LockNextDelivery(ctx, d.Now(), mailTimeout+5*time.Second)
		if err != nil || notice == nil {
			return err
		}
		return (&attempt{d, tx, store, portfolio, notice}).deliver(ctx)
	})
	if err != nil || notice == nil {
		return false, err
	}
	countNotice(notice, d.Now())
	return true, nil
}

// attempt is one attempt to deliver one notice, in a transaction that has locked it.
type attempt struct {
	*delivery
	tx        *storage.Tx
	store     *storage.Portfolio
	portfolio *model.Portfolio
	notice    *model.RenewalNotice
}

// deliver sends the notice and records the result. The policy is read after the notice was locked: an operation that
// puts it on hold either waits for this transaction or is seen here.
func (a *attempt) deliver(ctx context.Context) error {
	n, store := a.notice, a.store
	p, err := storage.Policies.One(ctx, store, n.PolicyID)
	if err != nil {
		return err
	}
	if !p.Status.FollowedUp() {
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
	if len(to) == 0 {
		n.TakeBack(a.Now())
		return a.record(ctx)
	}
	message, err := Render(a.portfolio, c, p, n)
	if err != nil {
		return err
	}
	n.Address(to, copies, message.Subject, message.Text)
	refused, err := a.session.send(Letter{
		Message:   *message,
		MessageID: model.NoticeMessageID(n.PolicyID, n.TermNumber, n.Step, a.Mail.domain()),
		FromName:  a.portfolio.LenderName,
		To:        to,
		Copies:    copies,
		At:        a.Now(),
	})
	if err != nil {
		return a.failed(ctx, err)
	}
	reason := ""
	if len(refused) > 0 {
		reason = "refused: " + strings.Join(refused, ", ")
	}
	n.Sent(reason, a.Now())
	return a.record(ctx)
}

// failed records that an attempt failed: for good, or with a time for the next one.
func (a *attempt) failed(ctx context.Context, err error) error {
	n := a.notice
	failure, ok := errors.AsType[*mailError](err)
	if !ok {
		return err
	}
	deliveryFailures.Inc()
	a.Logger.Warn("a renewal notice was not delivered", "notice", n.ID, "permanent", failure.permanent, "error", failure.Error())
	if !isReply(failure.cause, 4) && !isReply(failure.cause, 5) {
		a.hangUp() // the conversation is broken
	}
	if failure.permanent || n.LastAttempt() {
		return a.giveUp(ctx, failure)
	}
	n.PutOff(failure.reply(), a.Now())
	return a.record(ctx)
}

// giveUp records that a notice cannot be delivered, and opens a task. To write a task, the case must be locked. All
// others lock the case before the notice, so this must not wait for the lock: if it is not free, the notice is tried
// again later.
func (a *attempt) giveUp(ctx context.Context, failure *mailError) error {
	n := a.notice
	free, err := storage.Cases.LockFree(ctx, a.store, []uuid.UUID{n.CaseID})
	if err != nil {
		return err
	}
	if len(free) == 0 {
		n.Wait(a.Now())
		return a.record(ctx)
	}
	n.Fail(failure.reply(), a.Now())
	return a.record(ctx, n.UndeliverableTask(storage.NewID(), a.Now()))
}

// record saves the notice, with its audit event if it is settled, and the tasks that it opens.
func (a *attempt) record(ctx context.Context, tasks ...*model.Task) error {
	return record(ctx, a.tx, a.store, a.Now(), []*model.RenewalNotice{a.notice}, tasks...)
}
