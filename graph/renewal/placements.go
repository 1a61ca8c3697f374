package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

// placements are the notices of lender-placed insurance that go by e-mail.
type placements struct{}

func (placements) waits(ctx context.Context, store *storage.Portfolio, now time.Time) (bool, error) {
	return store.HasPlacementLetter(ctx, now)
}

func (placements) lock(ctx context.Context, in scope, now time.Time, patience time.Duration) (outgoing, error) {
	l, err := in.store.LockNextPlacementLetter(ctx, now, patience)
	if err != nil || l == nil {
		return nil, err
	}
	return &outgoingPlacement{scope: in, l: l}, nil
}

// outgoingPlacement is a letter that is locked. Its draft is known after address, unless somebody has the letter already.
type outgoingPlacement struct {
	scope
	l     *model.PlacementLetter
	draft *model.NoticeDraft
}

func (o *outgoingPlacement) mailing() *model.Mailing { return &o.l.Mailing }

func (o *outgoingPlacement) id() uuid.UUID { return o.l.ID }

// address looks once more whether the letter says what is so: what has changed since it was written cancels it, and the placement's
// worker writes another.
func (o *outgoingPlacement) address(ctx context.Context, now time.Time) (to, copies []string, isWanted bool, err error) {
	to = []string{*o.l.Borrower.Email}
	if o.l.Reached() {
		return to, nil, true, nil
	}
	if o.draft, err = o.redraft(ctx, now); err != nil {
		return nil, nil, false, err
	}
	if !o.l.IsAsDrafted(o.draft) {
		o.l.Cancel(model.CancelOvertaken, now)
		return nil, nil, false, o.save(ctx, now)
	}
	return to, nil, true, nil
}

func (o *outgoingPlacement) redraft(ctx context.Context, now time.Time) (*model.NoticeDraft, error) {
	p, err := storage.Placements.One(ctx, o.store, o.l.PlacementID)
	if err != nil {
		return nil, err
	}
	c, err := storage.Cases.One(ctx, o.store, p.CaseID)
	if err != nil {
		return nil, err
	}
	lender, err := o.store.Lender(ctx)
	if err != nil {
		return nil, err
	}
	step := p.DueStep(lender, c, p.Today(now))
	if step == nil {
		return nil, nil
	}
	return letter.Notice{Lender: lender, Case: c, Placement: p, Step: step}.Draft(ctx, o.store, now)
}

func (o *outgoingPlacement) unaddressed(now time.Time) { o.l.Skip(model.SkipNoRecipient, now) }

func (o *outgoingPlacement) unaddressedTask(time.Time) *model.Task { return nil }

// link is none: evidence of a notice comes to the lender.
func (o *outgoingPlacement) link(context.Context, *Links, time.Time) (string, error) { return "", nil }

func (o *outgoingPlacement) write(context.Context, string, time.Time) (*Message, error) {
	w := o.l.Word(o.draft)
	html, err := letter.NoticeHTML(w.Subject, o.draft.Passages)
	w.HTML = html
	return w, err
}

func (o *outgoingPlacement) messageID(domain string) string { return o.l.MessageID(domain) }

func (o *outgoingPlacement) references(context.Context, string) ([]string, error) { return nil, nil }

func (o *outgoingPlacement) about() *sandbox.Letter { return &sandbox.Letter{CaseID: o.l.CaseID} }

func (o *outgoingPlacement) undeliverable(now time.Time) *model.Task {
	return o.l.UndeliverableTask(storage.NewID(), now)
}

// save saves the letter. That the mail server took it is the notice, of the day on which it did: it is recorded with the letter, or,
// while somebody else changes the case, both in a minute. The case is not locked while the mail server is spoken to.
func (o *outgoingPlacement) save(ctx context.Context, now time.Time, tasks ...*model.Task) error {
	trail := trailOf(o.store, now)
	if o.l.State == model.RenewalNoticeStateSent {
		isTold, err := o.tell(ctx, trail, now)
		if err != nil {
			return err
		}
		if !isTold {
			o.l.PutBack(now)
		}
	}
	o.l.UpdatedAt = now
	if err := o.store.UpdatePlacementLetters(ctx, o.l); err != nil {
		return err
	}
	if o.l.SettledAt != nil {
		trail.Add("placementLetter."+string(o.l.State), "placementLetter", o.l.ID, model.SettledChanges(o.l))
	}
	if err := trail.OpenTasks(ctx, o.store, tasks...); err != nil {
		return err
	}
	return trail.Save(ctx, o.tx)
}

// tell records the notice; false while the case is not free.
func (o *outgoingPlacement) tell(ctx context.Context, trail *storage.Trail, now time.Time) (bool, error) {
	free, err := storage.Cases.LockFree(ctx, o.store, []uuid.UUID{o.l.CaseID})
	if err != nil || len(free) == 0 {
		return false, err
	}
	p, err := storage.Placements.Lock(ctx, o.store, o.l.PlacementID)
	if err != nil {
		return false, err
	}
	before := *p
	p.Told(o.l, p.Today(*o.l.SentFirst()), model.SystemActor.Name, p.Today(now))
	p.LookAt(now)
	p.UpdatedAt = now
	trail.Add("placement.updated", "placement", p.ID, model.Changes(before, *p))
	return true, storage.Placements.Update(ctx, o.store, p)
}

func (o *outgoingPlacement) count(time.Time) {}
