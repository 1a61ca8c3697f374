package renewal

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

// attempt is one attempt to deliver one letter, in a transaction that has locked it.
type attempt struct {
	*delivery
	scope
	*model.Mailing
	letter     outgoing
	references []string
	sender     sender
	link       string // the real one, which the record does not have; "" if none
	progress   bool   // somebody got the letter
}

func newAttempt(d *delivery, in scope, letter outgoing) *attempt {
	return &attempt{delivery: d, scope: in, Mailing: letter.mailing(), letter: letter}
}

// deliver sends the letter to those who wait for it and records the result.
func (a *attempt) deliver(ctx context.Context) error {
	to, copies, isWanted, err := a.letter.address(ctx, a.Now())
	if err != nil || !isWanted {
		return err
	}
	if len(to) == 0 && !a.Reached() {
		now := a.Now()
		return a.end(ctx, a.letter.unaddressedTask(now), a.letter.unaddressed, now)
	}
	if !a.sends(a.portfolio) {
		return a.suppress(ctx, to, copies)
	}
	a.Expect(to, copies)
	if err := a.word(ctx); err != nil {
		return a.unwritten(ctx, err)
	}
	var failure *mailError
	if waiting := a.Pending(); len(waiting) > 0 && !a.Hopeless() {
		if failure = a.try(waiting); failure.isOutage() {
			return failure
		}
	}
	return a.conclude(ctx, failure)
}

// word renders the letter, unless somebody has it already: all get the same words.
func (a *attempt) word(ctx context.Context) (err error) {
	domain := a.session.domain()
	if a.references, err = a.letter.references(ctx, domain); err != nil {
		return err
	}
	a.Letter.MessageID = cmp.Or(a.Letter.MessageID, a.letter.messageID(domain))
	if a.sender, err = senderOf(ctx, a.store); err != nil {
		return err
	}
	if a.link, err = a.letter.link(ctx, a.Links, a.Now()); err != nil {
		return err
	}
	if a.HTML = a.Letter.HTML; a.HTML != "" {
		return nil
	}
	return a.render(ctx)
}

// render gives the letter its words, with a link that shows no secret.
func (a *attempt) render(ctx context.Context) error {
	link := ""
	if a.link != "" {
		link = a.Links.hidden()
	}
	message, err := a.letter.write(ctx, link, a.Now())
	if err != nil {
		return err
	}
	a.Word(message)
	return nil
}

// try writes to some addresses and notes what the server said to each. It returns what put off any of them, nil if
// none was.
func (a *attempt) try(waiting []*model.NoticeDelivery) (putOff *mailError) {
	refusals, failure := a.session.ask(waiting)
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
	if len(accepted) == 0 || a.Hopeless() {
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
	now := a.Now()
	sentAt := now
	if first := a.SentFirst(); first != nil {
		sentAt = *first
	}
	failure := a.session.send(Letter{
		Message: Message{
			Subject: *a.Subject, Text: a.Links.reveal(*a.Body, a.link), HTML: a.Links.reveal(a.HTML, a.link),
		},
		MessageID:  a.Letter.MessageID,
		References: a.references,
		FromName:   a.portfolio.LenderName,
		ReplyTo:    a.sender.lender.ReplyAddress(),
		Logo:       a.sender.logo,
		To:         a.Recipients,
		Copies:     a.Copies,
		At:         sentAt,
		Now:        now,
		About:      a.about(),
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
	a.Letter.HTML, a.progress = a.HTML, true
	return nil
}

// about is what a mailbox keeps of the letter besides its words.
func (a *attempt) about() *sandbox.Letter {
	about := a.letter.about()
	if a.link != "" {
		about.EvidenceLink = &a.link
	}
	return about
}

// mend makes the session fit for the next letter after a failure.
func (a *attempt) mend(failure *mailError) {
	if failure.broken() {
		a.hangUp()
	} else {
		a.session.drop()
	}
}

// conclude plans the next attempt for those who wait, or settles the letter. failure put some of them off, if not nil.
func (a *attempt) conclude(ctx context.Context, failure *mailError) error {
	now := a.Now()
	a.note(failure, now)
	if a.Waiting() > 0 && !a.Hopeless() {
		if a.progress {
			a.Progress()
		}
		if !a.LastAttempt() {
			a.PutOff(a.LastReply(), now)
			return a.letter.save(ctx, now)
		}
		a.Abandon(now)
	}
	if a.Missed() != "" && a.box == nil {
		a.Logger.Warn("the mail server refused a letter", "id", a.letter.id(), "reached", a.Reached())
	}
	if !a.Reached() {
		return a.giveUp(ctx, now)
	}
	a.Sent(now)
	return a.letter.save(ctx, now)
}

// giveUp records that a letter cannot be delivered, and opens a task.
func (a *attempt) giveUp(ctx context.Context, now time.Time) error {
	return a.end(ctx, a.letter.undeliverable(now), func(now time.Time) { a.Fail(a.LastReply(), now) }, now)
}

// end settles a letter and opens a task, unless it is nil. To write a task, the case must be locked. All others lock the case
// before the letter, so this must not wait for the lock: if it is not free, the letter is settled later.
func (a *attempt) end(ctx context.Context, task *model.Task, settle func(now time.Time), now time.Time) error {
	if task == nil {
		settle(now)
		return a.letter.save(ctx, now)
	}
	free, err := storage.Cases.LockFree(ctx, a.store, []uuid.UUID{*task.CaseID})
	if err != nil {
		return err
	}
	if len(free) == 0 {
		a.Wait(now)
		return a.letter.save(ctx, now)
	}
	settle(now)
	return a.letter.save(ctx, now, task)
}
