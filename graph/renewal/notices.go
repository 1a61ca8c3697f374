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

// notices are the renewal notices as letters for the mail server.
type notices struct{}

func (notices) waits(ctx context.Context, store *storage.Portfolio, now time.Time) (bool, error) {
	return store.HasDelivery(ctx, now)
}

func (notices) lock(ctx context.Context, in scope, now time.Time, patience time.Duration) (outgoing, error) {
	n, err := in.store.LockNextDelivery(ctx, now, patience)
	if err != nil || n == nil {
		return nil, err
	}
	return &outgoingNotice{scope: in, notice: n}, nil
}

// outgoingNotice is a notice that is locked. Its case and its policy are known after address.
type outgoingNotice struct {
	scope
	notice *model.RenewalNotice
	of     *model.Case
	policy *model.Policy
}

func (o *outgoingNotice) mailing() *model.Mailing { return &o.notice.Mailing }

func (o *outgoingNotice) id() uuid.UUID { return o.notice.ID }

// address reads the policy after the notice was locked: an operation that puts it on hold either waits for this
// transaction or is seen here.
func (o *outgoingNotice) address(ctx context.Context, now time.Time) (to, copies []string, isWanted bool, err error) {
	if o.policy, err = storage.Policies.One(ctx, o.store, *o.notice.PolicyID); err != nil {
		return nil, nil, false, err
	}
	if !o.policy.Status.FollowedUp() || o.policy.InReview(now) {
		return nil, nil, false, nil
	}
	if !o.policy.TellsNow(o.notice, now) {
		o.notice.Skip(model.SkipLate, now)
		return nil, nil, false, o.save(ctx, now)
	}
	if o.of, err = storage.Cases.One(ctx, o.store, o.notice.CaseID); err != nil {
		return nil, nil, false, err
	}
	boxes, err := o.store.Mailboxes(ctx, model.NoticeContacts(o.of, o.policy), o.of.IsFollowedUpByLender(o.policy))
	to, copies = boxes.Recipients(o.of, o.policy)
	return to, copies, true, err
}

// unaddressed lets the next sweep decide again about the notice.
func (o *outgoingNotice) unaddressed(time.Time) { o.notice.TakeBack() }

func (o *outgoingNotice) unaddressedTask(time.Time) *model.Task { return nil }

func (o *outgoingNotice) link(ctx context.Context, links *Links, now time.Time) (string, error) {
	return links.ofNotice(ctx, o.tx, o.store, o.notice, o.policy, now)
}

func (o *outgoingNotice) write(ctx context.Context, link string, now time.Time) (*Message, error) {
	about := letter.Subject{Case: o.of, Policy: o.policy, Step: o.notice.Step, Gap: o.policy.GapOf(o.notice, now)}
	draft, err := draftOf(ctx, o.store, about, now)
	if err != nil {
		return nil, err
	}
	return draft.Render(link)
}

func (o *outgoingNotice) messageID(domain string) string { return o.notice.MessageID(domain) }

func (o *outgoingNotice) references(ctx context.Context, domain string) ([]string, error) {
	if o.notice.AttemptNumber == 1 {
		return nil, nil
	}
	before, err := o.store.AttemptsOfNotice(ctx, o.notice.ID)
	return o.notice.References(before, domain), err
}

func (o *outgoingNotice) about() *sandbox.Letter {
	n := o.notice
	return &sandbox.Letter{CaseID: n.CaseID, PolicyID: n.PolicyID, NoticeID: &n.ID, Step: &n.Step}
}

func (o *outgoingNotice) undeliverable(now time.Time) *model.Task {
	return o.notice.UndeliverableTask(storage.NewID(), now)
}

func (o *outgoingNotice) save(ctx context.Context, now time.Time, tasks ...*model.Task) error {
	return record(ctx, o.tx, o.store, now, []*model.RenewalNotice{o.notice}, tasks...)
}

func (o *outgoingNotice) count(now time.Time) { countNotice(o.notice, now) }
