package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
)

// replies are the letters that say why evidence was not accepted.
type replies struct{}

func (replies) waits(ctx context.Context, store *storage.Portfolio, now time.Time) (bool, error) {
	return store.HasReply(ctx, now)
}

func (replies) lock(ctx context.Context, in scope, now time.Time, patience time.Duration) (outgoing, error) {
	r, err := in.store.LockNextReply(ctx, now, patience)
	if err != nil || r == nil {
		return nil, err
	}
	return &outgoingReply{scope: in, reply: r}, nil
}

// WriteBack starts the delivery of a new reply, in the transaction that made it.
func WriteBack(ctx context.Context, store *storage.Portfolio) error {
	return jobs.Deliver(ctx, store)
}

// outgoingReply is a reply that is locked. What it is about is known after address.
type outgoingReply struct {
	scope
	reply    *model.EvidenceReply
	evidence *model.Evidence
	of       *model.Case
	policy   *model.Policy
}

func (o *outgoingReply) mailing() *model.Mailing { return &o.reply.Mailing }

func (o *outgoingReply) id() uuid.UUID { return o.reply.ID }

// address is that of the letter that had the link, else the contacts of today.
func (o *outgoingReply) address(ctx context.Context, _ time.Time) (to, copies []string, isWanted bool, err error) {
	if o.evidence, err = storage.Evidence.One(ctx, o.store, o.reply.EvidenceID); err != nil {
		return nil, nil, false, err
	}
	if o.policy, err = storage.Policies.One(ctx, o.store, o.reply.PolicyID); err != nil {
		return nil, nil, false, err
	}
	if o.of, err = storage.Cases.One(ctx, o.store, o.reply.CaseID); err != nil {
		return nil, nil, false, err
	}
	link, err := storage.EvidenceLinks.One(ctx, o.store, o.evidence.LinkID)
	if err != nil {
		return nil, nil, false, err
	}
	if link.NoticeID != nil {
		n, err := storage.RenewalNotices.One(ctx, o.store, *link.NoticeID)
		if err != nil || len(n.Recipients) > 0 {
			return n.Recipients, n.Copies, true, err
		}
	}
	boxes, err := o.store.Mailboxes(ctx, model.NoticeContacts(o.of, o.policy), o.of.IsFollowedUpByLender(o.policy))
	to, copies = boxes.Recipients(o.of, o.policy)
	return to, copies, true, err
}

func (o *outgoingReply) unaddressed(now time.Time) { o.reply.Skip(model.SkipNoRecipient, now) }

func (o *outgoingReply) unaddressedTask(now time.Time) *model.Task {
	return o.reply.UnaddressedTask(storage.NewID(), now)
}

// link is a new one, for the reply can be the only letter. There is none once the term is over.
func (o *outgoingReply) link(ctx context.Context, links *Links, now time.Time) (string, error) {
	isOver := o.policy.TermNumber != o.evidence.TermNumber || o.policy.State().Underlying() == model.PolicyStatusDeactivated
	if links == nil || isOver {
		return "", nil
	}
	secret := model.NoticeEvidenceSecret(links.SigningKey, o.reply.ID, 0)
	return links.make(ctx, o.tx, o.store, nil, o.policy, secret, now)
}

func (o *outgoingReply) write(ctx context.Context, link string, now time.Time) (*Message, error) {
	draft, err := draftOf(ctx, o.store, letter.Subject{Case: o.of, Policy: o.policy}, now)
	if err != nil {
		return nil, err
	}
	draft.Refusal = &letter.Refusal{
		HandedIn: o.evidence.SubmittedAt, Partly: o.evidence.State == model.EvidenceStatePartlyAccepted,
	}
	if o.evidence.Reason != nil {
		draft.Refusal.Reason = *o.evidence.Reason
	}
	return draft.Render(link)
}

func (o *outgoingReply) messageID(domain string) string { return o.reply.MessageID(domain) }

// references are none: who handed the evidence in need not have the letter.
func (o *outgoingReply) references(context.Context, string) ([]string, error) { return nil, nil }

func (o *outgoingReply) about() *sandbox.Letter {
	return &sandbox.Letter{CaseID: o.reply.CaseID, PolicyID: &o.reply.PolicyID, ReplyID: &o.reply.ID}
}

func (o *outgoingReply) undeliverable(now time.Time) *model.Task {
	return o.reply.UndeliverableTask(storage.NewID(), now)
}

func (o *outgoingReply) save(ctx context.Context, now time.Time, tasks ...*model.Task) error {
	r := o.reply
	r.UpdatedAt = now
	if err := o.store.UpdateEvidenceReplies(ctx, r); err != nil {
		return err
	}
	trail := trailOf(o.store, now)
	if r.SettledAt != nil {
		changes := map[string]model.Change{"state": {From: model.RenewalNoticeStatePlanned, To: r.State}}
		trail.Add("evidenceReply."+string(r.State), "evidenceReply", r.ID, changes)
	}
	if err := trail.OpenTasks(ctx, o.store, tasks...); err != nil {
		return err
	}
	return trail.Save(ctx, o.tx)
}

func (o *outgoingReply) count(time.Time) {}
