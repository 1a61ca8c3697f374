package renewal

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/mailer"
)

const (
	// WaitingWithoutMail is what the log says when notices of live portfolios wait for a mail server to be named.
	WaitingWithoutMail = "renewal notices of live portfolios are due, and no mail server is named: they wait"
	// othersWithoutMail is the same of answers to evidence and letters to borrowers, where no notices wait.
	othersWithoutMail = "letters of live portfolios are to go, and no mail server is named: they wait"
	// NameMailServer is what to do about it.
	NameMailServer = "name a mail server with --smtp-url, or say --mail=off to record notices without sending them"
)

// watch notes how mail works, as a delivery has found it that ended with failed. What is noted is logged by the node that
// notes it: at once, and then once a minute that mail fails, and once an hour that no mail server is named.
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
func (d *delivery) judge(ctx context.Context, status *mailer.Status, outage *mailError) (isNews bool, err error) {
	now := d.Now()
	if outage == nil && d.Mail != nil && !d.MailOff && d.isToProbe(status) {
		outage = d.probe(ctx)
	}
	switch {
	case outage != nil:
		countFailure(outage.reason())
		return status.Fail(outage.reason(), outage.said(), now), nil
	case d.Mail == nil && !d.MailOff:
		isAwaited, err := d.isAwaited(ctx)
		if err == nil && isAwaited {
			return status.Miss(now), nil
		}
		return err == nil && status.Status == mailer.Missing && status.Work(now), err
	case d.putOff != nil && !d.taken:
		return status.Fail(mailer.Data, d.putOff.said(), now), nil
	case d.asked && !takesNoLetters(status), d.taken, d.MailOff && status.Status != mailer.OK:
		return status.Work(now), nil
	default:
		return d.isOver(ctx, status, now)
	}
}

// isAwaited reports whether a letter of a live portfolio waits for a mail server: a notice, or one of another kind.
func (d *delivery) isAwaited(ctx context.Context) (bool, error) {
	due, err := d.Store.DueNotices(ctx, d.Now())
	if err != nil || due.Count > 0 {
		return err == nil, err
	}
	for _, p := range d.waiting {
		if waits, err := d.hasWaiting(ctx, p.ID); err != nil || waits {
			return waits, err
		}
	}
	return false, nil
}

// hasWaiting reports whether a letter of a portfolio waits for the mail server.
func (d *delivery) hasWaiting(ctx context.Context, portfolio uuid.UUID) (bool, error) {
	for _, from := range sources {
		if waits, err := from.waits(ctx, d.Store.For(portfolio), d.Now()); err != nil || waits {
			return waits, err
		}
	}
	return false, nil
}

// isToProbe reports whether nothing was sent that would show whether an outage is over.
func (d *delivery) isToProbe(status *mailer.Status) bool {
	return !d.asked && status.Status != mailer.OK && !takesNoLetters(status)
}

// takesNoLetters reports whether only a letter can show that the outage is over.
func takesNoLetters(status *mailer.Status) bool {
	return status.Reason != nil && *status.Reason == mailer.Data
}

// isOver notes the end of an outage that no letter waits for any more.
func (d *delivery) isOver(ctx context.Context, status *mailer.Status, now time.Time) (isNews bool, err error) {
	if status.Status == mailer.OK {
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
func (d *delivery) say(ctx context.Context, seen, status *mailer.Status) error {
	switch {
	case status.Status == mailer.OK && seen.Status == mailer.OK, status.IsReminder(seen):
		return nil
	case status.Status == mailer.OK:
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
	if status.Status == mailer.Missing {
		says := WaitingWithoutMail
		if due.Count == 0 {
			says = othersWithoutMail
		}
		d.Logger.Warn(says, append(about, "to_do", NameMailServer)...)
		return nil
	}
	about = append([]any{"reason", *status.Reason, "cause", *status.Cause}, about...)
	d.Logger.Warn("mail does not work: renewal notices wait", append(about, "to_do", "run `covertrack doctor`")...)
	return nil
}
