package renewal

import (
	"context"
	"errors"
	"net/textproto"
	"time"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	mailboxes "github.com/covertrack/covertrack/storage/sandbox"
)

// sandboxDomain is the right side of Message-IDs in mailboxes. No mail server has it.
const sandboxDomain = "sandbox.invalid"

// mailbox takes the letters of a sandbox, whatever the mail server. Addresses fail on order. It has no state but that of the
// letter that is under way.
type mailbox struct {
	accepted []*model.NoticeDelivery
	letters  []*sandbox.Letter // that the transaction adds
}

func (m *mailbox) domain() string { return sandboxDomain }

func (m *mailbox) isNew() bool { return false }

func (m *mailbox) ask(to []*model.NoticeDelivery) (refusals []*mailError, err *mailError) {
	m.accepted = nil
	for _, d := range to {
		var refusal *mailError
		if r := sandbox.RefusalOf(d.Address, d.Attempts); r != nil {
			refusal = &mailError{phase: model.ReplyRecipient, cause: &textproto.Error{Code: r.Code, Msg: r.Text}}
			if r.IsOfLetter {
				refusal.phase = phaseData // of this recipient alone, so that others have the letter
			}
		} else {
			m.accepted = append(m.accepted, d)
		}
		refusals = append(refusals, refusal)
	}
	return refusals, nil
}

func (m *mailbox) send(l Letter) *mailError {
	kept := l.About
	kept.ID, kept.CreatedAt = storage.NewID(), l.Now
	kept.MessageID, kept.FromName, kept.ReplyTo = l.MessageID, l.FromName, l.ReplyTo
	kept.Subject, kept.Text, kept.HTML = l.Subject, l.Text, l.HTML
	kept.Recipients, kept.Copies = []string{}, []string{}
	for _, d := range m.accepted {
		if d.IsCopy {
			kept.Copies = append(kept.Copies, d.Address)
		} else {
			kept.Recipients = append(kept.Recipients, d.Address)
		}
	}
	m.letters = append(m.letters, kept)
	return nil
}

func (m *mailbox) drop() {}

func (m *mailbox) close() {}

// save adds the letters that were sent in a transaction.
func (m *mailbox) save(ctx context.Context, store *storage.Portfolio) error {
	letters := m.letters
	m.letters = nil
	if len(letters) == 0 {
		return nil
	}
	return mailboxes.Letters.Add(ctx, store, letters...)
}

// deliverAll makes the first attempt to deliver the notices that were decided about, in the same transaction: there is no mail
// server to wait for.
func (w *writer) deliverAll(
	ctx context.Context, in scope, drafts []*letter.Draft, open func(n *model.RenewalNotice, tasks ...*model.Task),
) error {
	links, err := w.Links.ofNotices(ctx, in, w.unworded, w.now)
	if err != nil {
		return err
	}
	from, err := senderOf(ctx, in.store)
	if err != nil {
		return err
	}
	box := &mailbox{}
	courier := &delivery{Follower: w.at(w.now), session: box, box: box}
	for i, u := range w.unworded {
		o := &sweptNotice{outgoingNotice{scope: in, notice: u.notice, of: u.Case, policy: u.Policy}, open}
		a := newAttempt(courier, in, o)
		a.sender, a.link = from, links[i]
		if err := a.first(ctx, u, drafts[i]); err != nil {
			return err
		}
	}
	return box.save(ctx, in.store)
}

// first is an attempt that has its draft.
func (a *attempt) first(ctx context.Context, u unworded, draft *letter.Draft) (err error) {
	a.Expect(u.to, u.copies)
	a.Letter.MessageID = a.letter.messageID(sandboxDomain)
	if a.references, err = a.letter.references(ctx, sandboxDomain); err != nil {
		return err
	}
	hidden := ""
	if a.link != "" {
		hidden = a.Links.hidden()
	}
	message, err := draft.Render(hidden)
	if err != nil {
		return a.unwritten(ctx, err)
	}
	a.Word(message)
	return a.conclude(ctx, a.try(a.Pending()))
}

// sweptNotice is a notice that the sweep saves which has decided about it.
type sweptNotice struct {
	outgoingNotice
	open func(n *model.RenewalNotice, tasks ...*model.Task)
}

func (o *sweptNotice) save(_ context.Context, _ time.Time, tasks ...*model.Task) error {
	o.open(o.notice, tasks...)
	return nil
}

// at is the follower at a time.
func (f *Follower) at(now time.Time) *Follower {
	cfg := f.Config
	cfg.Now = func() time.Time { return now }
	return NewFollower(cfg)
}

// DeliverPortfolio delivers the letters of a sandbox whose turn has come into its mailbox, and returns how many it has dealt with. It
// says nothing of how mail works.
func (f *Follower) DeliverPortfolio(ctx context.Context, p *model.Portfolio) (done int, err error) {
	if p.Mode != model.ModeSandbox {
		return 0, errors.New("only a sandbox has a mailbox")
	}
	box := &mailbox{}
	d := &delivery{Follower: f, session: box, box: box}
	for ; ctx.Err() == nil; done++ {
		if found, err := d.ofPortfolio(ctx, p); err != nil || !found {
			return done, err
		}
	}
	return done, ctx.Err()
}
