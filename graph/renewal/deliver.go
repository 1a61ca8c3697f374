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
	if f.mail == nil {
		return nil
	}
	portfolios, err := f.store.Portfolios(ctx)
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
	waiting, err := d.store.For(portfolio.ID).HasDelivery(ctx, d.now())
	if err != nil || !waiting {
		return false, err
	}
	if d.session == nil {
		if d.session, err = d.mail.connect(ctx); err != nil {
			return false, err
		}
	}
	var notice *model.RenewalNotice
	err = d.store.InTx(ctx, func(ctx context.Context, tx *storage.Tx) (err error) {
		store := tx.For(portfolio.ID)
		notice, err = store.LockNextDelivery(ctx, d.now(), mailTimeout+5*time.Second)
		if err != nil || notice == nil {
			return err
		}
		return d.deliver(ctx, tx, store, portfolio, notice)
	})
	if err != nil || notice == nil {
		return false, err
	}
	countNotice(notice, d.now())
	return true, nil
}

// deliver sends a locked notice and records the result. The policy is read after the notice was locked: an operation
// that puts it on hold either waits for this transaction or is seen here.
func (d *delivery) deliver(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, portfolio *model.Portfolio, n *model.RenewalNotice,
) error {
	p, err := store.Policy(ctx, n.PolicyID)
	if err != nil {
		return err
	}
	if !p.Status.FollowedUp() {
		return nil
	}
	c, err := store.Case(ctx, n.CaseID)
	if err != nil {
		return err
	}
	boxes, err := store.Mailboxes(ctx, model.NoticeContacts(c, p), c.ManagementType == model.ManagementTypeSelfManaged)
	if err != nil {
		return err
	}
	to, copies := boxes.Recipients(c, p)
	if len(to) == 0 {
		n.TakeBack(d.now())
		return store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n})
	}
	message, err := Render(portfolio, c, p, n)
	if err != nil {
		return err
	}
	n.Address(to, copies, message.Subject, message.Text)
	refused, err := d.session.send(Letter{
		Message:   *message,
		MessageID: model.NoticeMessageID(n.PolicyID, n.TermNumber, n.Step, d.mail.domain()),
		FromName:  portfolio.LenderName,
		To:        to,
		Copies:    copies,
		At:        d.now(),
	})
	if err != nil {
		return d.failed(ctx, tx, store, n, err)
	}
	n.Sent(refusedReason(refused), d.now())
	return d.record(ctx, tx, store, n)
}

// failed records that an attempt failed: for good, or with a time for the next one.
func (d *delivery) failed(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, n *model.RenewalNotice, err error,
) error {
	failure, ok := errors.AsType[*mailError](err)
	if !ok {
		return err
	}
	deliveryFailures.Inc()
	d.log.Warn("a renewal notice was not delivered",
		"notice", n.ID, "permanent", failure.permanent, "error", failure.Error())
	if !isReply(failure.cause, 4) && !isReply(failure.cause, 5) {
		d.hangUp() // the conversation is broken
	}
	if failure.permanent || n.LastAttempt() {
		return d.giveUp(ctx, tx, store, n, failure)
	}
	n.PutOff(failure.reply(), d.now())
	return store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n})
}

// giveUp records that a notice cannot be delivered, and opens a task. To write a task, the case must be locked. All
// others lock the case before the notice, so this must not wait for the lock: if it is not free, the notice is tried
// again later.
func (d *delivery) giveUp(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, n *model.RenewalNotice, failure *mailError,
) error {
	free, err := store.LockFreeCases(ctx, []uuid.UUID{n.CaseID})
	if err != nil {
		return err
	}
	if len(free) == 0 {
		n.Wait(d.now())
		return store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n})
	}
	n.Fail(failure.reply(), d.now())
	return d.record(ctx, tx, store, n, n.UndeliverableTask(storage.NewID(), d.now()))
}

// record saves a settled notice with its audit events and the tasks that it opens.
func (d *delivery) record(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, n *model.RenewalNotice, tasks ...*model.Task,
) error {
	if err := store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n}); err != nil {
		return err
	}
	opened, err := store.OpenTasks(ctx, tasks)
	if err != nil {
		return err
	}
	events := openedEvents(opened, store.ID(), d.now())
	return tx.InsertAuditEvents(ctx, append([]*model.AuditEvent{settledEvent(n, store.ID(), d.now())}, events...))
}

// refusedReason says which addresses did not get a notice that others got, or "" if none.
func refusedReason(refused []string) string {
	if len(refused) == 0 {
		return ""
	}
	return "refused: " + strings.Join(refused, ", ")
}
