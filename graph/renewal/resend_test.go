package renewal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

var person = model.Actor{Kind: model.ActorKindServiceAccount, Name: "a desk"}

// resend sends a step of the policy's first term again, as the resolver does.
func (o *office) resend(t testing.TB, policy uuid.UUID, step model.RenewalStep) error {
	t.Helper()
	id := o.notice(t, policy, step).ID
	return o.Store.InTx(t.Context(), o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(o.tenant.Portfolio.ID())
		if _, err := store.LockCaseOfNotice(ctx, id); err != nil {
			return err
		}
		p, err := storage.Policies.Lock(ctx, store, policy)
		if err != nil {
			return err
		}
		n, err := storage.RenewalNotices.Lock(ctx, store, id)
		if err != nil {
			return err
		}
		return renewal.Resend(ctx, store, p, n, person, o.now())
	})
}

// attempts are those of the policy's first step that are over, `number state reason by message-id` each.
func (o *office) attempts(t testing.TB, p *model.Policy) (lines []string) {
	t.Helper()
	notice := o.notice(t, p.ID, model.RenewalStepRequest)
	attempts, err := storage.NoticeAttempts.Of(t.Context(), o.tenant.Portfolio, "notice_id", []uuid.UUID{notice.ID})
	require.NoError(t, err)
	for _, a := range attempts {
		by, reason, id := "schedule", "-", "-"
		if a.RequestedBy != nil {
			by = a.RequestedBy.Name
		}
		if a.Reason != nil {
			reason = *a.Reason
		}
		if a.MessageID != nil {
			id = strings.TrimPrefix(*a.MessageID, "renewal."+p.ID.String()+".")
		}
		require.NotEmpty(t, *a.Body)
		require.Contains(t, *a.HTML, "<")
		lines = append(lines, fmt.Sprintf("%d %s, %s, %s, %s", a.Number, a.State, reason, by, id))
	}
	return lines
}

func refuseAll(string) error { return reply(550, "no such user") }

// TestResendFailed sends a notice again that nobody got: a letter of its own in the same thread.
func TestResendFailed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.answer(refuseAll, nil)
	p := o.newPolicy(t)
	o.work(t)
	require.Equal(t, "failed 0 RCPT: 550 no such user", o.outcome(t, p))
	failed := []string{"1 failed, RCPT: 550 no such user, schedule, 1.request@lender.example.com"}
	require.Equal(t, failed, o.attempts(t, p))

	o.pass(time.Hour)
	require.NoError(t, o.resend(t, p.ID, model.RenewalStepRequest))
	planned := o.notice(t, p.ID, model.RenewalStepRequest)
	require.Equal(t, "planned 0", o.outcome(t, p))
	require.Equal(t, 2, planned.AttemptNumber)
	due, err := o.Store.DueNotices(t.Context(), o.now())
	require.NoError(t, err)
	require.Equal(t, o.now(), due.Oldest.UTC(), "it has not waited since its step was due")
	require.Empty(t, planned.Recipients)
	require.Nil(t, planned.Letter)
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(o.resend(t, p.ID, model.RenewalStepRequest)), "once")
	o.work(t)
	require.Equal(t, "failed 0 RCPT: 550 no such user", o.outcome(t, p))
	require.Equal(t, []string{"renewalFollowUp undeliverable", "renewalFollowUp undeliverable"}, o.tasks(t, p), "one for each attempt")

	require.NoError(t, o.resend(t, p.ID, model.RenewalStepRequest))
	o.mail.answer(nil, nil)
	o.work(t)
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, p))
	require.Equal(t, append(failed, "2 failed, RCPT: 550 no such user, a desk, 1.request.2@lender.example.com",
		"3 sent, -, a desk, 1.request.3@lender.example.com"), o.attempts(t, p))
	letters := o.mail.received()
	require.Len(t, letters, 1)
	header, id := letters[0].message.Header, "<renewal."+p.ID.String()+".1.request"
	require.Equal(t, id+".3@lender.example.com>", header.Get("Message-ID"))
	require.Equal(t, id+".2@lender.example.com>", header.Get("In-Reply-To"))
	require.Equal(t, []string{id + "@lender.example.com>", id + ".2@lender.example.com>"}, strings.Fields(header.Get("References")))
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(o.resend(t, p.ID, model.RenewalStepRequest)), "what was sent is sent")
}

// TestResendKeepsAttempts is what an attempt has kept, whatever comes after it.
func TestResendKeepsAttempts(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	second := o.Broker(t, o.tenant)
	o.mail.answer(func(to string) error {
		if to == mailOf(second) {
			return reply(450, "try later")
		}
		return nil
	}, nil)
	p := o.newPolicy(t, o.broker, second)
	o.work(t)
	require.Empty(t, o.attempts(t, p), "it is not over")
	handedOver := o.now()
	o.pass(time.Minute)
	require.NoError(t, o.move(t.Context(), p.ID, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil }))
	require.Equal(t, []string{"1 sent, deactivated, schedule, 1.request@lender.example.com"}, o.attempts(t, p),
		"a recipient has it, and an operation has ended it")
	attempts, err := o.tenant.Portfolio.AttemptsOfNotice(t.Context(), o.notice(t, p.ID, model.RenewalStepRequest).ID)
	require.NoError(t, err)
	a := attempts[0]
	require.Nil(t, a.HTML, "it is not read")
	require.Equal(t, handedOver, a.HandedOverAt.UTC())
	require.Equal(t, o.now(), a.SettledAt.UTC())
	require.Equal(t, []string{mailOf(o.broker), mailOf(second)}, a.Recipients)
	require.Equal(t, []model.NoticeDeliveryState{"sent", "abandoned"},
		[]model.NoticeDeliveryState{a.Deliveries[0].State, a.Deliveries[1].State})
	for _, change := range []string{"UPDATE notice_attempts SET state = 'failed'", "DELETE FROM notice_attempts"} {
		_, err := o.Store.Pool().Pgx().Exec(t.Context(), change)
		require.ErrorContains(t, err, "never changed", change)
	}
}

// TestResendOlder is a notice of the release before, whose attempt has no row.
func TestResendOlder(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.newPolicy(t)
	o.change(t,
		`UPDATE renewal_notices SET state = 'suppressed', skip_reason = 'noMailServer', settled_at = due_at, subject = 'Old', body = 'Old',
		recipients = '{a@example.com}' WHERE step = 'request' AND policy_id = $1`, p.ID)
	require.NoError(t, o.resend(t, p.ID, model.RenewalStepRequest))
	o.work(t)
	attempts, err := o.tenant.Portfolio.AttemptsOfNotice(t.Context(), o.notice(t, p.ID, model.RenewalStepRequest).ID)
	require.NoError(t, err)
	require.Len(t, attempts, 2)
	require.Equal(t, []string{"Old", "noMailServer", "a@example.com"},
		[]string{*attempts[0].Body, *attempts[0].Reason, attempts[0].Recipients[0]})
	require.Nil(t, attempts[0].MessageID)
	header := o.mail.received()[0].message.Header
	require.Equal(t, "<renewal."+p.ID.String()+".1.request@lender.example.com>", header.Get("References"), "that it would have had")
}

// TestResendSkipped keeps the number, for nothing was attempted; and what was asked for is not passed over.
func TestResendSkipped(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.set(termEnd.AddDate(0, 0, 1))
	p := o.newPolicy(t)
	require.Equal(t, "skipped 0 late", o.outcome(t, p))
	require.NoError(t, o.resend(t, p.ID, model.RenewalStepRequest))
	require.NoError(t, o.resend(t, p.ID, model.RenewalStepFinal))
	require.NoError(t, o.move(t.Context(), p.ID, hold))
	o.work(t)
	require.Equal(t, "planned 0", o.outcome(t, p), "it waits on hold")
	require.Equal(t, fault.CodePolicyOnHold, fault.CodeOf(o.resend(t, p.ID, model.RenewalStepReminder)))
	require.NoError(t, o.move(t.Context(), p.ID, model.PolicyState.Release))
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, p))
	require.Equal(t, []string{"1 sent, -, a desk, 1.request@lender.example.com"}, o.attempts(t, p))
	require.Equal(t, model.RenewalNoticeStateSent, o.notice(t, p.ID, model.RenewalStepFinal).State)
	require.Equal(t, model.RenewalNoticeStateSent, o.notice(t, p.ID, model.RenewalStepLapsed).State, "the schedule goes on")
	letters := o.mail.received()
	require.Len(t, letters, 3)
	require.Empty(t, letters[0].message.Header["References"])
}

// TestResendCancelled is a notice that is sent again when its term ends or its policy is deactivated.
func TestResendCancelled(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.answer(refuseAll, nil)
	p := o.newPolicy(t)
	o.work(t)
	require.NoError(t, o.resend(t, p.ID, model.RenewalStepRequest))
	require.NoError(t, o.move(t.Context(), p.ID, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil }))
	o.work(t)
	require.Equal(t, "cancelled 0 deactivated", o.outcome(t, p))
	require.Len(t, o.attempts(t, p), 1, "nothing was attempted")
}

// TestResendAll sends again the latest notice of each policy, if no later step was sent.
func TestResendAll(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.answer(refuseAll, nil)
	repeat := renewal.Repeat{
		Since: o.now(), By: person, States: []model.RenewalNoticeState{model.RenewalNoticeStateFailed, model.RenewalNoticeStateSuppressed},
	}
	resent := func(r renewal.Repeat) (lines []string) {
		list, err := o.follower.ResendAll(t.Context(), r)
		require.NoError(t, err)
		for _, n := range list {
			lines = append(lines, fmt.Sprintf("%s %s %s", n.Policy.ID, n.Notice.Step, n.Notice.State))
		}
		return lines
	}
	both, later, held := o.newPolicy(t), o.newPolicy(t), o.newPolicy(t)
	o.work(t)
	o.pass(30 * 24 * time.Hour)
	require.NoError(t, o.move(t.Context(), held.ID, hold))
	require.NoError(t, o.move(t.Context(), later.ID, hold))
	o.work(t)
	o.mail.answer(nil, nil)
	require.NoError(t, o.move(t.Context(), later.ID, model.PolicyState.Release))
	o.work(t)
	want := []string{both.ID.String() + " reminder failed"}

	for name, none := range map[string]func(r *renewal.Repeat){
		"since":  func(r *renewal.Repeat) { r.Since = o.now().Add(time.Second) },
		"state":  func(r *renewal.Repeat) { r.States = []model.RenewalNoticeState{model.RenewalNoticeStateSuppressed} },
		"lender": func(r *renewal.Repeat) { r.Lender = new(storage.NewID()) },
	} {
		r := repeat
		none(&r)
		require.Empty(t, resent(r), name)
	}
	preview := repeat
	preview.Preview = true
	require.Equal(t, want, resent(preview))
	require.Equal(t, want, resent(repeat))
	require.Empty(t, resent(repeat), "once")
	o.work(t)
	require.Equal(t, model.RenewalNoticeStateSent, o.notice(t, both.ID, model.RenewalStepReminder).State)
	require.Equal(t, "failed 0 RCPT: 550 no such user", o.outcome(t, both))
	require.Empty(t, resent(repeat), "a later step was sent")
	events, err := storage.AuditEvents.Page(t.Context(), o.tenant.Portfolio,
		model.AuditEventFilter{Action: graphql.OmittableOf([]string{"renewalNotice.resent"})}, page.Options{Limit: 10})
	require.NoError(t, err)
	require.Len(t, events.Nodes, 1)
	require.Equal(t, person.Name, events.Nodes[0].ActorName)
	require.JSONEq(t, `{"state": {"from": "failed", "to": "planned"}, "attemptNumber": {"from": 1, "to": 2}}`, string(events.Nodes[0].Changes))
}
