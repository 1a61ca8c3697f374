package renewal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage/rows"
	mailboxes "github.com/covertrack/covertrack/storage/sandbox"
)

// box is an office in a sandbox, on a node without mail, whose links have a base.
type box struct {
	*office
	portfolio *model.Portfolio
}

const linkBase = "https://covertrack.example.com"

func newBox(t *testing.T) *box {
	t.Helper()
	o := newOffice(t)
	o.tenant = o.HarborTest
	o.Sandboxed(t, o.tenant, o.now())
	links := &renewal.Links{BaseURL: linkBase, SigningKey: []byte("a key of a test")}
	o.follower = renewal.NewFollower(renewal.Config{Store: o.Store, MailOff: true, Links: links, Now: o.now, Logger: testLog(t)})
	p, err := o.Store.Portfolio(t.Context(), o.tenant.Portfolio.ID())
	require.NoError(t, err)
	return &box{o, p}
}

// contact makes a broker whose address has an order.
func (b *box) contact(t testing.TB, order string) uuid.UUID {
	t.Helper()
	id := b.Broker(t, b.tenant)
	_, err := b.Store.Pool().Pgx().Exec(t.Context(), "UPDATE brokers SET email = $1 WHERE id = $2", order+"@example.com", id)
	require.NoError(t, err)
	return id
}

// settle works at each time for which an attempt is planned, and returns the number of attempts and the final letter.
func (b *box) settle(t testing.TB, p *model.Policy) (attempts int, n *model.RenewalNotice) {
	t.Helper()
	for attempts = 1; attempts < 60; attempts++ {
		require.NoError(t, b.follower.SweepPolicy(t.Context(), b.portfolio.ID, p.ID))
		_, err := b.follower.DeliverPortfolio(t.Context(), b.portfolio)
		require.NoError(t, err)
		if n = b.notice(t, p.ID, model.RenewalStepRequest); n.State != model.RenewalNoticeStatePlanned {
			return attempts, n
		}
		b.set(*n.NextAttemptAt)
	}
	require.Fail(t, "the letter was never settled")
	return 0, nil
}

func (b *box) letters(t testing.TB) []*sandbox.Letter {
	t.Helper()
	letters, err := rows.Read[sandbox.Letter](t.Context(), rows.DBOf(b.tenant.Portfolio), rows.Planned,
		mailboxes.Letters.Select(b.tenant.Portfolio).OrderExpr("t.id"))
	require.NoError(t, err)
	return letters
}

func TestMailbox(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.caseID = b.newCase(t, b.tenant, b.contact(t, "ann"))
	p := b.newPolicy(t)
	_, n := b.settle(t, p)
	require.Equal(t, model.RenewalNoticeStateSent, n.State)
	require.Nil(t, n.SkipReason)
	require.Contains(t, *n.Body, linkBase+"/evidence/not-kept")

	letters := b.letters(t)
	require.Len(t, letters, 1)
	l := letters[0]
	require.Equal(t, []string{"ann@example.com"}, l.Recipients)
	require.Empty(t, l.Copies)
	require.Equal(t, *n.Subject, l.Subject)
	require.Equal(t, b.now(), l.CreatedAt)
	require.Equal(t, fmt.Sprintf("renewal.%s.1.request@sandbox.invalid", p.ID), l.MessageID)
	require.Equal(t, "Harbor Example Bank", l.FromName)
	require.Equal(t, b.caseID, l.CaseID)
	require.Equal(t, &p.ID, l.PolicyID)
	require.Equal(t, &n.ID, l.NoticeID)
	require.Equal(t, model.RenewalStepRequest, *l.Step)
	require.Contains(t, l.Text, *l.EvidenceLink)
	require.Contains(t, l.HTML, *l.EvidenceLink)
	secret, ok := model.ParseEvidenceSecret(strings.TrimPrefix(*l.EvidenceLink, linkBase+model.EvidencePath))
	require.True(t, ok, "the secret itself")
	link, err := b.Store.EvidenceLinkByDigest(t.Context(), secret.Digest())
	require.NoError(t, err)
	require.Equal(t, p.ID, link.PolicyID)
}

// TestMailboxFailures is failures on order, with all that follows.
func TestMailboxFailures(t *testing.T) {
	t.Parallel()
	const unreachable = "[renewalFollowUp undeliverable]"
	for name, test := range map[string]struct {
		to       []string
		attempts int
		took     time.Duration
		state    string // of the notice and of each delivery, with its attempts
		reply    string
		letters  string
		task     bool
	}{
		"refused":     {[]string{"a+refused"}, 1, 0, "failed refused/1", "RCPT: 550", "[]", true},
		"bounced":     {[]string{"a+bounced"}, 1, 0, "failed refused/1", "DATA: 554", "[]", true},
		"slow":        {[]string{"a+slow"}, 3, 3 * time.Minute, "sent sent/3", "", "[[a+slow@example.com]]", false},
		"away":        {[]string{"a+away"}, 24, 0, "failed abandoned/24", "RCPT: 450", "[]", true},
		"one of two":  {[]string{"a+refused", "b"}, 1, 0, "sent refused/1 sent/1", "RCPT: 550", "[[b@example.com]]", false},
		"one bounced": {[]string{"a+bounced", "b"}, 1, 0, "sent refused/1 sent/1", "DATA: 554", "[[b@example.com]]", false},
		"one slow of two": {[]string{"a+slow", "b"}, 3, 3 * time.Minute, "sent sent/3 sent/1", "",
			"[[b@example.com] [a+slow@example.com]]", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			var contacts []uuid.UUID
			for _, order := range test.to {
				contacts = append(contacts, b.contact(t, order))
			}
			b.caseID = b.newCase(t, b.tenant, contacts...)
			begun, p := b.now(), b.newPolicy(t)
			attempts, n := b.settle(t, p)
			require.Equal(t, test.attempts, attempts)
			if test.took > 0 {
				require.Equal(t, test.took, b.now().Sub(begun))
			}
			state, reply := string(n.State), ""
			for _, d := range n.Deliveries() {
				state += fmt.Sprintf(" %s/%d", d.State, d.Attempts)
				if d.State != model.NoticeDeliveryStateSent {
					reply = *d.Reply
				}
			}
			require.Equal(t, test.state, state)
			require.True(t, strings.HasPrefix(reply, test.reply), reply)
			var got [][]string
			for _, l := range b.letters(t) {
				got = append(got, l.Recipients)
			}
			require.Equal(t, test.letters, fmt.Sprint(got))
			require.Equal(t, test.task, fmt.Sprint(b.tasks(t, p)) == unreachable, b.tasks(t, p))
		})
	}
}
