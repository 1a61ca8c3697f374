package renewal

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Deliver sends the notices that sweeps have marked for delivery and those whose next attempt is due. It returns early
// if the mail server cannot be reached; the rest waits for the next call. Without a mail server the notices wait, and if
// mail is off they are suppressed.
func (f *Follower) Deliver(ctx context.Context) error {
	if f.Mail == nil && !f.MailOff {
		return nil
	}
	portfolios, err := f.Store.Portfolios(ctx)
	if err != nil {
		return err
	}
	d := &delivery{Follower: f}
	defer d.hangUp()
	for _, p := range portfolios {
		if p.Mode != model.ModeLive {
			continue
		}
		for more := true; more; {
			if more, err = d.next(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// delivery is one call of Deliver. Its connection is opened for the first notice.
type delivery struct {
	*Follower
	session *session
}

func (d *delivery) hangUp() {
	if d.session != nil {
		d.session.close()
		d.session = nil
	}
}

// next delivers one notice of the portfolio and reports whether there was one. It connects before the transaction
// begins, so that the notice is locked only while one message is sent.
func (d *delivery) next(ctx context.Context, portfolio *model.Portfolio) (found bool, err error) {
	waiting, err := d.Store.For(portfolio.ID).HasDelivery(ctx, d.Now())
	if err != nil || !waiting {
		return false, err
	}
	if d.session == nil && !d.MailOff {
		if d.session, err = d.Mail.connect(ctx); err != nil {
			return false, err
		}
	}
	var notice *model.RenewalNotice
	err = d.Store.InTx(ctx, portfolio.ID, func(ctx context.Context, tx *storage.Tx) (err error) {
		store := tx.For(portfolio.ID)
		notice, err = store.LockNextDelivery(ctx, d.Now(), mailTimeout+5*time.Second)
		if err != nil || notice == nil {
			return err
		}
		return (&attempt{delivery: d, tx: tx, store: store, portfolio: portfolio, notice: notice}).deliver(ctx)
	})
	if err != nil || notice == nil {
		return false, err
	}
	countNotice(notice, d.Now())
	return true, nil
}

// suppress settles a notice that was marked for delivery before mail was switched off. Those who have it keep it.
func (a *attempt) suppress(ctx context.Context, c *model.Case, p *model.Policy, to, copies []string) error {
	n := a.notice
	if !n.Reached() {
		message, err := Render(a.portfolio, c, p, n)
		if err != nil {
			return err
		}
		n.Address(to, copies, message.Subject, message.Text)
	}
	n.Suppress(model.SuppressMailOff, a.Now())
	return a.record(ctx)
}
