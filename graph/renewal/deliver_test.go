package renewal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func TestDeliver(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	cc := o.Broker(t, o.tenant)
	_, err := o.Store.Pool().Pgx().Exec(t.Context(), "UPDATE cases SET insurance_contact_cc_ids = $1 WHERE id = $2", array(cc), o.caseID)
	require.NoError(t, err)
	p := o.newPolicy(t)
	o.work(t)
	o.work(t)
	letters := o.mail.received()
	require.Len(t, letters, 1, "once")
	l := letters[0]
	require.Equal(t, fmt.Sprintf("<renewal.%s.1.request@lender.example.com>", p.ID), l.id())
	require.Equal(t, "insurance@lender.example.com", l.from)
	require.Equal(t, []string{mailOf(o.broker), mailOf(cc)}, l.to)
	require.Equal(t, `"Harbor Example Bank" <insurance@lender.example.com>`, l.message.Header.Get("From"))
	require.Equal(t, "<"+mailOf(o.broker)+">", l.message.Header.Get("To"))
	require.Equal(t, "<"+mailOf(cc)+">", l.message.Header.Get("Cc"))
	require.Equal(t, "Harbor Example Bank: evidence of renewal for the insured property (A policy, expires June 30, 2031)",
		l.message.Header.Get("Subject"))
	require.Equal(t, "auto-generated", l.message.Header.Get("Auto-Submitted"))
	require.Equal(t, "Thu, 01 May 2031 12:00:00 +0000", l.message.Header.Get("Date"))
	require.Contains(t, l.message.Header.Get("Content-Type"), "multipart/alternative")
	require.Contains(t, l.body, "Content-Type: text/plain")
	require.Contains(t, l.body, "Content-Type: text/html")
	n := o.notice(t, p.ID, model.RenewalStepRequest)
	require.Equal(t, model.RenewalNoticeStateSent, n.State)
	require.Equal(t, []string{mailOf(o.broker)}, n.Recipients)
	require.Equal(t, []string{mailOf(cc)}, n.Copies)
	require.Equal(t, o.now(), *n.SettledAt)
	require.Contains(t, *n.Body, "The insurance below ends on June 30, 2031.")
	require.Contains(t, l.body, "The insurance below ends on June 30, 2031.")
}

func TestDeliverSteps(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.newPolicy(t)
	for _, day := range []int{-60, -30, -15, 0, 15, 45, 46} {
		o.set(termEnd.AddDate(0, 0, day).Add(time.Hour))
		o.work(t)
	}
	var subjects []string
	for _, l := range o.mail.received() {
		what, _, _ := strings.Cut(strings.TrimPrefix(l.message.Header.Get("Subject"), "Harbor Example Bank: "), " for ")
		subjects = append(subjects, what)
	}
	require.Equal(t, []string{
		"evidence of renewal", "reminder, evidence of renewal", "last reminder, evidence of renewal", "coverage lapsed, evidence needed",
		"warning, no evidence of coverage", "placement of insurance under review",
	}, subjects)
}

// TestDeliverLenderPlaced: of a policy that the lender placed each letter goes to its own people, and none to carrier, agent or copies.
func TestDeliverLenderPlaced(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	analyst, carrier := o.User(t, o.tenant, "analyst"), o.Broker(t, o.tenant)
	o.change(t, "UPDATE cases SET insurance_contact_cc_ids = $1 WHERE id = $2", array(o.Broker(t, o.tenant)), o.caseID)
	p := o.newPolicy(t, carrier)
	o.change(t, "UPDATE policy_versions SET placement = 'lenderPlaced' WHERE policy_id = $1", p.ID)
	for _, day := range []int{-60, -30, -15, 0, 15, 45, 46} {
		o.set(termEnd.AddDate(0, 0, day).Add(time.Hour))
		o.work(t)
	}
	letters := o.mail.received()
	require.Len(t, letters, 6)
	for _, l := range letters {
		require.Equal(t, []string{"user-" + analyst.String() + "@example.com"}, l.to)
	}
}

func TestDeliverTestPortfolio(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.tenant = o.HarborTest
	o.caseID = o.newCase(t, o.tenant, o.Broker(t, o.tenant))
	p := o.newPolicy(t)
	o.work(t)
	require.Equal(t, "suppressed 0 testPortfolio", o.outcome(t, p))
	require.Empty(t, o.mail.received())
}

func TestDeliverFailures(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		rcpt    func(to string) error
		data    func(l letter) error
		outcome string
		tasks   []string
	}{
		"put off at the address": {
			rcpt:    func(string) error { return reply(450, "try later") },
			outcome: "planned 1 RCPT: 450 try later",
		},
		"put off at the end": {
			data:    func(letter) error { return reply(451, "try later") },
			outcome: "planned 1 DATA: 451 try later",
		},
		"refused at the address": {
			rcpt:    func(string) error { return reply(550, "no such user") },
			outcome: "failed 0 RCPT: 550 no such user", tasks: []string{"renewalFollowUp undeliverable"},
		},
		"refused at the end": {
			data:    func(letter) error { return reply(554, "spam") },
			outcome: "failed 0 DATA: 554 spam", tasks: []string{"renewalFollowUp undeliverable"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			o.mail.answer(test.rcpt, test.data)
			p := o.newPolicy(t)
			o.work(t)
			require.Equal(t, test.outcome, o.outcome(t, p))
			require.Equal(t, test.tasks, o.tasks(t, p))
			o.mail.answer(nil, nil)
			o.work(t)
			require.Empty(t, o.mail.received(), "not before its time")
			o.pass(time.Minute)
			o.work(t)
			if test.tasks == nil {
				require.Equal(t, "sent 1", o.outcome(t, p))
				require.Len(t, o.mail.received(), 1)
			} else {
				require.Equal(t, test.outcome, o.outcome(t, p))
				require.Empty(t, o.mail.received())
			}
		})
	}
}

func TestDeliverSomeRefused(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	gone := o.Broker(t, o.tenant)
	o.mail.answer(func(to string) error {
		if to == mailOf(gone) {
			return reply(550, "no such user")
		}
		return nil
	}, nil)
	p := o.newPolicy(t, gone, o.broker)
	o.work(t)
	require.Equal(t, "sent 0 refused: "+mailOf(gone), o.outcome(t, p))
	require.Equal(t, []string{mailOf(o.broker)}, o.mail.received()[0].to)
}

func TestDeliverWaits(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.answer(nil, func(letter) error { return reply(451, "try later") })
	p := o.newPolicy(t)
	var waits []time.Duration
	for range 40 {
		o.work(t)
		n := o.notice(t, p.ID, model.RenewalStepRequest)
		if n.State != model.RenewalNoticeStatePlanned {
			break
		}
		waits = append(waits, n.NextAttemptAt.Sub(o.now()))
		o.set(*n.NextAttemptAt)
	}
	require.Equal(t, []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute}, waits[:4])
	require.Equal(t, 4*time.Hour, waits[len(waits)-1])
	var all time.Duration
	for _, wait := range waits {
		all += wait
	}
	require.Greater(t, all, 48*time.Hour)
	require.Less(t, all, 96*time.Hour)
	require.Equal(t, "failed 23 DATA: 451 try later", o.outcome(t, p))
	require.Equal(t, []string{"renewalFollowUp undeliverable"}, o.tasks(t, p))
}

func TestDeliverServerDown(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first, second := o.newPolicy(t), o.newPolicy(t)
	o.mail.stop()
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	require.ErrorContains(t, o.follower.Deliver(t.Context()), "mail server: connect")
	require.Equal(t, "planned 0", o.outcome(t, first), "no attempt was made")
	o.mail.start(t, o.mail.address)
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, first))
	require.Equal(t, "sent 0", o.outcome(t, second))
}

func TestDeliverNobodyLeft(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.newPolicy(t)
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	_, err = o.Store.Pool().Pgx().Exec(t.Context(), "UPDATE cases SET insurance_contact_ids = '{}' WHERE id = $1", o.caseID)
	require.NoError(t, err)
	require.NoError(t, o.follower.Deliver(t.Context()))
	o.work(t)
	require.Equal(t, "skipped 0 noRecipient", o.outcome(t, p))
	require.Equal(t, []string{"collectEvidence noRecipient"}, o.tasks(t, p))
	require.Empty(t, o.mail.received())
}

// TestDeliverHold holds a policy before, while and after its notice is with the mail server.
func TestDeliverHold(t *testing.T) {
	t.Parallel()
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		o := newOffice(t)
		p := o.newPolicy(t)
		_, err := o.follower.Sweep(t.Context())
		require.NoError(t, err)
		require.NoError(t, o.move(t.Context(), p.ID, hold))
		o.work(t)
		require.Empty(t, o.mail.received())
		require.NoError(t, o.move(t.Context(), p.ID, model.PolicyState.Release))
		o.work(t)
		require.Len(t, o.mail.received(), 1)
	})
	t.Run("while", func(t *testing.T) {
		t.Parallel()
		o := newOffice(t)
		p := o.newPolicy(t)
		holding := make(chan error, 1)
		o.mail.answer(nil, func(letter) error {
			go func() { holding <- o.move(context.Background(), p.ID, hold) }()
			time.Sleep(300 * time.Millisecond)
			select {
			case <-holding:
				return reply(554, "the hold did not wait")
			default:
				return nil
			}
		})
		o.work(t)
		require.NoError(t, <-holding)
		require.Equal(t, "sent 0", o.outcome(t, p), "sent before the hold began")
		require.Equal(t, "sent 0", o.outcome(t, p))
	})
	t.Run("a task of a failure while the case is busy", func(t *testing.T) {
		t.Parallel()
		o := newOffice(t)
		o.mail.answer(func(string) error { return reply(550, "no such user") }, nil)
		p := o.newPolicy(t)
		_, err := o.follower.Sweep(t.Context())
		require.NoError(t, err)
		err = o.Store.InTx(t.Context(), o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			_, err := storage.Cases.Lock(ctx, tx.For(o.tenant.Portfolio.ID()), o.caseID)
			require.NoError(t, err)
			return o.follower.Deliver(t.Context())
		})
		require.NoError(t, err)
		require.Equal(t, "planned 0", o.outcome(t, p))
		o.pass(time.Minute)
		o.work(t)
		require.Equal(t, "failed 0 RCPT: 550 no such user", o.outcome(t, p))
	})
}
