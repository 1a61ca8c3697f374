package renewal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Message is a letter's words.
type Message = letter.Message

// unworded is a notice whose words are wanted, with whom it is for.
type unworded struct {
	letter.Subject
	notice     *model.RenewalNotice
	to, copies []string
}

// writer has the letters written on which the sweep of one transaction has decided.
type writer struct {
	*portfolioSweep
	delivers bool // a letter waits for the mail server
	unworded []unworded
}

// give delivers a letter into the mailbox of a sandbox, hands it over to the mail server, or records it where nothing is sent.
func (w *writer) give(u unworded) {
	switch {
	case w.portfolio.Mode == model.ModeSandbox && u.notice.Letter == nil:
		w.unworded = append(w.unworded, u)
	case w.sends(w.portfolio):
		u.notice.HandOver(w.now)
		w.delivers = true
	default:
		u.notice.Address(u.to, u.copies)
		w.unworded = append(w.unworded, u)
		u.notice.Suppress(suppression(w.portfolio), w.now)
	}
}

// wordAll gives the notices that no mail server gets their words, all with the same few statements. In a sandbox it delivers them;
// open is called with the tasks that follow.
func (w *writer) wordAll(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, open func(n *model.RenewalNotice, tasks ...*model.Task),
) error {
	if len(w.unworded) == 0 {
		return nil
	}
	lender, err := store.Lender(ctx)
	if err != nil {
		return err
	}
	subjects := make([]letter.Subject, len(w.unworded))
	for i, u := range w.unworded {
		subjects[i] = u.Subject
	}
	drafts, err := letter.Load(ctx, store, lender, subjects, w.now)
	if err != nil {
		return err
	}
	if w.portfolio.Mode == model.ModeSandbox {
		return w.deliverAll(ctx, scope{tx: tx, store: store, portfolio: w.portfolio}, drafts, open)
	}
	for i, u := range w.unworded {
		link := ""
		if u.Policy.ID != uuid.Nil {
			if link, err = w.Links.inRecord(ctx, tx, w.portfolioSweep, u.notice, u.Policy); err != nil {
				return err
			}
		}
		message, err := drafts[i].Render(link)
		if err != nil {
			return err
		}
		u.notice.Word(message)
	}
	return nil
}

// draftOf loads what one letter says.
func draftOf(ctx context.Context, store *storage.Portfolio, about letter.Subject, now time.Time) (*letter.Draft, error) {
	lender, err := store.Lender(ctx)
	if err != nil {
		return nil, err
	}
	drafts, err := letter.Load(ctx, store, lender, []letter.Subject{about}, now)
	if err != nil {
		return nil, err
	}
	return drafts[0], nil
}

// sender is in whose name a letter is sent.
type sender struct {
	lender *model.Lender
	logo   *model.LenderLogo // nil if none
}

// senderOf reads who sends the letters of a portfolio.
func senderOf(ctx context.Context, store *storage.Portfolio) (s sender, err error) {
	if s.lender, err = store.Lender(ctx); err != nil || s.lender.LogoID == nil {
		return s, err
	}
	s.logo, err = store.LenderLogo(ctx, s.lender.ID)
	return s, err
}
