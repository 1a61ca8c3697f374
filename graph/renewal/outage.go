package renewal

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

const (
	// WaitingWithoutMail is what the log says when notices of live portfolios wait for a mail server to be named.
	WaitingWithoutMail = "renewal notices of live portfolios are due, and no mail server is named: they wait"
	// NameMailServer is what to do about it.
	NameMailServer = "name a mail server with --smtp-url, or say --mail=off to record notices without sending them"
)

// watch notes how mail works, as a delivery has found it that ended with failed. What is noted is logged: at once, and
// then once a minute, by one of the nodes.
func (d *delivery) watch(ctx context.Context, failed error) error {
	outage, isOutage := errors.AsType[*mailError](failed)
	if failed != nil && !isOutage {
		return nil
	}
	status, err := d.Store.MailStatus(ctx)
	if err != nil {
		return err
	}
	seen := *status
	isNews, err := d.judge(ctx, status, outage)
	if err != nil {
		return err
	}
	if isNews {
		saved, err := d.Store.SaveMailStatus(ctx, &seen, status)
		if err != nil {
			return err
		}
		if !saved {
			return nil // another node has noted something else
		}
		if err := d.say(ctx, &seen, status); err != nil {
			return err
		}
	}
	return d.tell(ctx, status)
}

// judge changes the status to what the delivery has found, and reports whether it is to be saved.
func (d *delivery) judge(ctx context.Context, status *model.MailStatus, outage *mailError) (isNews bool, err error) {
	now := d.Now()
	if outage == nil && d.Mail != nil && !d.MailOff && d.isToProbe(status) {
		outage = d.probe(ctx)
	}
	switch {
	case outage != nil:
		countFailure(outage.reason())
		return status.Fail(outage.reason(), outage.said(), now), nil
	case d.Mail == nil && !d.MailOff:
		due, err := d.Store.DueNotices(ctx, now)
		if err == nil && due.Count > 0 {
			return status.Miss(now), nil
		}
		return err == nil && status.Status == model.MailMissing && status.Work(now), err
	case d.putOff != nil && !d.taken:
		return status.Fail(model.MailData, d.putOff.said(), now), nil
	case d.asked && !takesNoLetters(status), d.taken, d.MailOff && status.Status != model.MailOK:
		return status.Work(now), nil
	default:
		return d.isOver(ctx, status, now)
	}
}

// isToProbe reports whether nothing was sent that would show whether an outage is over.
func (d *delivery) isToProbe(status *model.MailStatus) bool {
	return !d.asked && status.Status != model.MailOK && !takesNoLetters(status)
}

// takesNoLetters reports whether only a letter can show that the outage is over.
func takesNoLetters(status *model.MailStatus) bool {
	return status.Reason != nil && *status.Reason == model.MailData
}

// isOver notes the end of an outage that no letter waits for any more.
func (d *delivery) isOver(ctx context.Context, status *model.MailStatus, now time.Time) (isNews bool, err error) {
	if status.Status == model.MailOK {
		return false, nil
	}
	due, err := d.Store.DueNotices(ctx, now)
	return err == nil && due.Count == 0 && status.Work(now), err
}

// probe asks the mail server whether it would take a letter from us, nil if so.
func (d *delivery) probe(ctx context.Context) *mailError {
	session, err := d.Mail.connect(ctx)
	if failure, ok := errors.AsType[*mailError](err); ok {
		return failure
	}
	defer session.close()
	d.asked = true
	return session.greet()
}

// say writes what was noted to the log.
func (d *delivery) say(ctx context.Context, seen, status *model.MailStatus) error {
	switch {
	case status.Status == model.MailOK && seen.Status == model.MailOK:
		return nil
	case status.Status == model.MailOK:
		d.Logger.Info("mail works again", "failed_since", seen.Since.UTC().Format(time.RFC3339))
		return nil
	}
	due, err := d.Store.DueNotices(ctx, d.Now())
	if err != nil {
		return err
	}
	about := []any{"since", status.Since.UTC().Format(time.RFC3339), "due", due.Count}
	if due.Oldest != nil {
		about = append(about, "oldest", due.Oldest.UTC().Format(time.RFC3339))
	}
	if status.Status == model.MailMissing {
		d.Logger.Warn(WaitingWithoutMail, append(about, "to_do", NameMailServer)...)
		return nil
	}
	about = append([]any{"reason", *status.Reason, "cause", *status.Cause}, about...)
	d.Logger.Warn("mail does not work: renewal notices wait", append(about, "to_do", "run `covertrack doctor`")...)
	return nil
}

// tell opens a task in each portfolio whose notices have waited for mail for an hour, and completes those of an outage
// that is over.
func (d *delivery) tell(ctx context.Context, status *model.MailStatus) error {
	if origin, isOver := status.TasksOver(); isOver {
		if err := d.eachPortfolio(ctx, origin, d.Store.PortfoliosWithTask, d.completeTask); err != nil {
			return err
		}
		if err := d.Store.ForgetMailTasks(ctx, origin); err != nil {
			return err
		}
	}
	if origin, isOpen := status.TasksOpen(); isOpen {
		return d.eachPortfolio(ctx, origin, func(ctx context.Context, origin string) ([]uuid.UUID, error) {
			return d.Store.PortfoliosWithoutTask(ctx, origin, d.Now())
		}, func(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error {
			goesOn, err := tx.HoldMailStatus(ctx, status.Since)
			if err != nil || !goesOn {
				return err
			}
			return record(ctx, tx, store, d.Now(), nil, model.NewMailTask(storage.NewID(), origin, d.Now()))
		})
	}
	return nil
}

// eachPortfolio does something about the task of an origin, in a transaction of each portfolio that find returns.
func (d *delivery) eachPortfolio(
	ctx context.Context, origin string, find func(ctx context.Context, origin string) ([]uuid.UUID, error),
	do func(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error,
) error {
	portfolios, err := find(ctx, origin)
	if err != nil {
		return err
	}
	for _, id := range portfolios {
		err := d.Store.InTx(ctx, id, func(ctx context.Context, tx *storage.Tx) error { return do(ctx, tx, tx.For(id), origin) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *delivery) completeTask(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, origin string) error {
	tasks, err := store.LockOpenTask(ctx, origin)
	if err != nil {
		return err
	}
	now := d.Now()
	events := make([]*model.AuditEvent, len(tasks))
	for i, t := range tasks {
		before := *t
		t.Complete(now)
		events[i] = event("task.updated", "task", t.ID, model.Changes(before, *t), store.ID(), now)
	}
	if err := storage.Tasks.Update(ctx, store, tasks...); err != nil {
		return err
	}
	return tx.InsertAuditEvents(ctx, events)
}

// note counts what failed in an attempt, and says at most once a minute that letters are put off. failure put some
// recipients off, if not nil.
func (a *attempt) note(failure *mailError, now time.Time) {
	a.Letter.AttemptedAt = &now
	a.asked = a.asked || failure == nil || failure.phase != model.ReplyLetter
	a.taken = a.taken || a.progress
	if failure == nil {
		if a.Hopeless() {
			countFailure(a.refusedBy())
		}
		return
	}
	countFailure(failure.reason())
	if failure.reason() == model.MailData {
		a.putOff = failure
	}
	if a.warned.allows(now) {
		a.Logger.Warn("the mail server put off a letter", "id", a.letter.id(), "waiting", a.Waiting(), "error", failure.Error(),
			"reason", failure.reason(), "cause", failure.said())
	}
}

// refusedBy returns what was refused of a letter that no recipient gets: the letter itself if any reply is about it.
func (a *attempt) refusedBy() model.MailReason {
	isLetter := slices.ContainsFunc(a.Deliveries(), func(d *model.NoticeDelivery) bool {
		return d.Reply != nil && strings.HasPrefix(*d.Reply, phaseData+":")
	})
	if isLetter {
		return model.MailData
	}
	return model.MailRecipient
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
