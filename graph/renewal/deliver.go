package renewal

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Deliver sends the notices that sweeps have marked for delivery and those whose next attempt is due. It returns early
// if the mail server cannot be reached or refuses us; the rest waits for the next call. Without a mail server the
// notices wait, and if mail is off they are suppressed. How mail works is noted in the database, for all to see.
func (f *Follower) Deliver(ctx context.Context) error {
	d := &delivery{Follower: f}
	defer d.hangUp()
	failed := d.all(ctx)
	if ctx.Err() != nil {
		return failed // which says nothing about the mail server
	}
	return errors.Join(failed, d.watch(ctx, failed))
}

// delivery is one call of Deliver. Its connection is opened for the first notice.
type delivery struct {
	*Follower
	session session
	box     *mailbox   // the session, if it is that of a sandbox
	asked   bool       // the mail server knows us as a sender
	taken   bool       // it took a letter
	putOff  *mailError // it put off a letter that some recipients were to get

	waiting []*model.Portfolio // in which letters wait for the mail server, of all kinds
}

// all delivers what waits: first in the portfolios in which nothing is sent, which need no mail server.
func (d *delivery) all(ctx context.Context) error {
	if err := d.inTurns(ctx, false); err != nil || d.Mail == nil {
		return err
	}
	return d.inTurns(ctx, true)
}

// inTurns delivers what waits in the portfolios whose letters are sent, or in the others, in turns.
func (d *delivery) inTurns(ctx context.Context, sends bool) error {
	portfolios, err := d.Store.PortfoliosWithDueLetters(ctx, d.Now())
	if !sends {
		d.waiting = slices.DeleteFunc(slices.Clone(portfolios), func(p *model.Portfolio) bool { return !d.sends(p) })
	}
	portfolios = slices.DeleteFunc(portfolios, func(p *model.Portfolio) bool { return d.sends(p) != sends })
	rates.InTurns(portfolios, func(p *model.Portfolio) (more bool) {
		if err == nil {
			more, err = d.ofPortfolio(ctx, p)
		}
		return more
	})
	return err
}

// sends reports whether the portfolio's letters are for the mail server, or for the mailbox of a sandbox.
func (f *Follower) sends(p *model.Portfolio) bool {
	return p.Mode == model.ModeSandbox || p.Mode == model.ModeLive && !f.MailOff
}

// ofPortfolio delivers a letter of the portfolio and reports whether there was one.
func (d *delivery) ofPortfolio(ctx context.Context, p *model.Portfolio) (found bool, err error) {
	for _, from := range sources {
		if found, err = d.next(ctx, from, p); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

func (d *delivery) hangUp() {
	if d.session != nil {
		d.session.close()
		d.session = nil
	}
}

// next delivers one letter of the portfolio and reports whether there was one. It connects before the transaction
// begins, so that the letter is locked only while one message is sent.
func (d *delivery) next(ctx context.Context, from source, portfolio *model.Portfolio) (found bool, err error) {
	waiting, err := from.waits(ctx, d.Store.For(portfolio.ID), d.Now())
	if err != nil || !waiting {
		return false, err
	}
	if d.session == nil && d.sends(portfolio) {
		opened, err := d.Mail.connect(ctx)
		if err != nil {
			return false, err
		}
		d.session = opened
	}
	isNew := d.session == nil || d.session.isNew()
	var letter outgoing
	err = d.Store.InTx(ctx, portfolio.ID, func(ctx context.Context, tx *storage.Tx) (err error) {
		in := scope{tx: tx, store: tx.For(portfolio.ID), portfolio: portfolio}
		letter, err = from.lock(ctx, in, d.Now(), mailTimeout+5*time.Second)
		if err != nil || letter == nil {
			return err
		}
		if err := newAttempt(d, in, letter).deliver(ctx); err != nil || d.box == nil {
			return err
		}
		return d.box.save(ctx, in.store)
	})
	if failure, ok := errors.AsType[*mailError](err); ok && failure.broken() && !isNew {
		return true, nil // the server has ended a conversation; the next one shows whether it takes more
	}
	if err != nil || letter == nil {
		return false, err
	}
	if d.box == nil {
		letter.count(d.Now())
	}
	return true, nil
}

// suppress settles a letter that was marked for delivery before mail was switched off. Those who have it keep it.
func (a *attempt) suppress(ctx context.Context, to, copies []string) error {
	now := a.Now()
	if !a.Reached() {
		if err := a.render(ctx); err != nil {
			return err
		}
		a.Address(to, copies)
	}
	a.Suppress(suppression(a.portfolio), now)
	return a.letter.save(ctx, now)
}
