package renewal

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Message is a letter's words.
type Message = letter.Message

// unworded is a notice whose words are wanted.
type unworded struct {
	letter.Subject
	notice     *model.RenewalNotice
	to, copies []string // of one for a sandbox's mailbox
}

func (d *decider) letterOf(c *model.Case, p *model.Policy, n *model.RenewalNotice) unworded {
	return unworded{Subject: letter.Subject{Case: c, Policy: p, Step: n.Step, Gap: p.GapOf(n, d.now)}, notice: n}
}

// wordAll gives the notices that no mail server gets their words, all with the same few statements. In a sandbox it delivers them.
func (d *decider) wordAll(ctx context.Context, tx *storage.Tx, store *storage.Portfolio) error {
	if len(d.unworded) == 0 {
		return nil
	}
	lender, err := store.Lender(ctx)
	if err != nil {
		return err
	}
	subjects := make([]letter.Subject, len(d.unworded))
	for i, u := range d.unworded {
		subjects[i] = u.Subject
	}
	drafts, err := letter.Load(ctx, store, lender, subjects, d.now)
	if err != nil {
		return err
	}
	if d.portfolio.Mode == model.ModeSandbox {
		return d.deliverAll(ctx, scope{tx: tx, store: store, portfolio: d.portfolio}, drafts)
	}
	for i, u := range d.unworded {
		link, err := d.Links.inRecord(ctx, tx, d.portfolioSweep, u.notice, u.Policy)
		if err != nil {
			return err
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
