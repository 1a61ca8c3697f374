package renewal_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func workBy(t *testing.T, f *renewal.Follower) {
	t.Helper()
	_, err := f.Sweep(t.Context())
	require.NoError(t, err)
	require.NoError(t, f.Deliver(t.Context()))
}

// TestMailMissing is a node that names no mail server: it uses up no notice, and one with a mail server sends them.
func TestMailMissing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.set(termEnd.AddDate(0, 0, 1))
	p := o.newPolicy(t)
	workBy(t, o.withoutMail(t))
	n := o.notice(t, p.ID, model.RenewalStepLapsed)
	require.Equal(t, model.RenewalNoticeStatePlanned, n.State)
	require.Equal(t, []string{"renewalFollowUp lapsed"}, o.tasks(t, p), "the step is carried out but for its letter")
	due, err := o.Store.DueNotices(t.Context(), o.now())
	require.NoError(t, err)
	require.Equal(t, 1, due.Count)
	require.Equal(t, n.DueAt, due.Oldest.UTC())
	o.pass(10 * 24 * time.Hour)
	workBy(t, o.withoutMail(t))
	require.Equal(t, model.RenewalNoticeStatePlanned, o.notice(t, p.ID, model.RenewalStepLapsed).State)
	o.work(t)
	require.Equal(t, model.RenewalNoticeStateSent, o.notice(t, p.ID, model.RenewalStepLapsed).State)
	require.Len(t, o.mail.received(), 1)
	require.Equal(t, []string{"renewalFollowUp lapsed"}, o.tasks(t, p))
}

// TestMailOff suppresses live notices, also those that waited for a mail server or were put off by one.
func TestMailOff(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	second := o.Broker(t, o.tenant)
	fresh := o.newPolicy(t)
	workBy(t, o.mailOff(t))
	require.Equal(t, "suppressed 0 mailOff", o.outcome(t, fresh))
	require.NotNil(t, o.notice(t, fresh.ID, model.RenewalStepRequest).Body)

	waits := o.newPolicy(t)
	workBy(t, o.withoutMail(t))
	o.mail.answer(func(to string) error {
		if to == mailOf(second) {
			return nil
		}
		return reply(450, "try later")
	}, nil)
	putOff, reached := o.newPolicy(t), o.newPolicy(t, o.broker, second)
	o.work(t)
	require.Equal(t, "planned 1 RCPT: 450 try later", o.outcome(t, putOff))
	require.Equal(t, "planned 1 RCPT: 450 try later", o.outcome(t, reached))
	require.Len(t, o.mail.received(), 1)
	o.pass(10 * time.Minute)
	workBy(t, o.mailOff(t))
	require.Equal(t, "suppressed 1 mailOff", o.outcome(t, waits))
	n := o.notice(t, waits.ID, model.RenewalStepRequest)
	require.Equal(t, []string{mailOf(o.broker)}, n.Recipients)
	require.NotNil(t, n.Body)
	require.Equal(t, "suppressed 1 mailOff", o.outcome(t, putOff))
	require.Equal(t, "sent 1 mailOff", o.outcome(t, reached), "a recipient has it")
	require.Len(t, o.mail.received(), 1)
	due, err := o.Store.DueNotices(t.Context(), o.now())
	require.NoError(t, err)
	require.Zero(t, due.Count)
}

// TestMailMissingForReplies: an answer to evidence waits for a mail server as visibly as a notice does.
func TestMailMissingForReplies(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.set(termEnd.AddDate(0, 0, -90))
	p := o.newPolicy(t)
	insert := func(table string, row storagetest.Row) uuid.UUID {
		row["policy_id"], row["case_id"] = p.ID, o.caseID
		return o.Insert(t, o.tenant, table, row)
	}
	link := insert("evidence_links", storagetest.Row{"term_number": 1, "digest": []byte("a digest"), "expires_at": termEnd})
	of := insert("evidence", storagetest.Row{
		"link_id": link, "term_number": 1, "state": "rejected", "proposed": `{"limits":[]}`, "task_id": storage.NewID(),
		"submitted_at": o.now(), "decided_at": o.now(), "decided_by": storage.NewID(), "reason": "It is of another property.",
	})
	insert("evidence_replies", storagetest.Row{"evidence_id": of, "state": "planned", "next_attempt_at": o.now()})
	for range 62 {
		workBy(t, o.withoutMail(t))
		o.pass(time.Minute)
	}
	require.Equal(t, mailer.Missing, o.mailStatus(t).Status)
	require.Equal(t, []string{"open"}, o.mailTasks(t))
	o.work(t)
	require.Len(t, o.mail.received(), 1)
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
}
