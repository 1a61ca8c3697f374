package main

import (
	"context"
	"io"
	"net"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestRenewalsRun(t *testing.T) {
	t.Parallel()
	x, dir := newTerminal(t), newDataDir(t)
	w := storagetest.WorldOn(t, x.dsn)
	end := time.Date(2031, 6, 30, 0, 0, 0, 0, time.UTC)
	p := w.Policy(t, w.Harbor, w.Case(t, w.Harbor), &end, w.Broker(t, w.Harbor))
	require.NoError(t, w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		return renewal.Plan(ctx, tx.For(w.Harbor.Portfolio.ID()), []renewal.Change{{After: p}}, end.AddDate(0, 0, -100))
	}))
	outcomes := func() (n int) {
		page, err := storage.RenewalNotices.Page(t.Context(), w.Harbor.Portfolio, model.RenewalNoticeFilter{}, page.Options{Limit: 10})
		require.NoError(t, err)
		for _, notice := range page.Nodes {
			if notice.State != model.RenewalNoticeStatePlanned {
				n++
			}
		}
		return n
	}
	require.Equal(t, "nothing is due\n", x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-04-30"))
	warned := x.run(t, "renewals", "run", "--dry-run", "--now", "2031-06-30")
	require.Equal(t, command.ExitOK, warned.code)
	require.Contains(t, warned.stderr, "level=WARN")
	preview := warned.stdout
	require.Regexp(t, `(?m)^LENDER +MODE +CASE +POLICY +STEP +DUE +WHAT +TO +OPENS$`, preview)
	require.Regexp(t, `(?m)^Harbor Example Bank +live +A case +`+p.ID.String()+` +1\.final +2031-06-15 +would be skipped \(late\) +- +-$`,
		preview)
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +would be left planned \(no mail server\) +broker-\S+ +renewalFollowUp$`, preview)
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +would be suppressed \(mailOff\) +broker-`,
		x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-06-30", "--mail", "off"))
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +would be sent +broker-`,
		x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-06-30T08:00:00Z", "--smtp-url", "smtp://mail.example.com"))
	require.Zero(t, outcomes(), "a preview changes nothing")
	missing := x.run(t, "renewals", "run", "--now", "2031-06-30", "--data-dir", dir)
	require.Equal(t, command.ExitOK, missing.code, missing.stderr)
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +left planned \(no mail server\) +broker-`, missing.stdout)
	require.Regexp(t, `level=WARN msg="renewal notices of live portfolios are due, and no mail server is named: they wait" `+
		`due=4 oldest=2031-05-01T00:00:00Z to_do="name a mail server with --smtp-url, or say --mail=off`, missing.stderr)
	require.Equal(t, 3, outcomes(), "the earlier ones are late")
	off := x.run(t, "renewals", "run", "--now", "2031-06-30", "--data-dir", dir, "--mail", "off", "--smtp-url", "smtp://mail.example.com")
	require.Equal(t, command.ExitOK, off.code, off.stderr)
	require.NotContains(t, off.stderr, "WARN")
	require.Equal(t, 4, outcomes(), "what was left is suppressed")
	require.Equal(t, "nothing is due\n", x.ok(t, "renewals", "run", "--now", "2031-06-30", "--data-dir", dir))
}

// fullMailbox is an SMTP server that has no room for one address until told, and notes who got which Message-ID.
type fullMailbox struct {
	smtp.Session
	full string
	mu   sync.Mutex
	to   []string
	got  []string
}

func (*fullMailbox) Reset()                               {}
func (*fullMailbox) Logout() error                        { return nil }
func (*fullMailbox) Mail(string, *smtp.MailOptions) error { return nil }
func (m *fullMailbox) Rcpt(to string, _ *smtp.RcptOptions) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to == m.full {
		return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
	}
	m.to = append(m.to, to)
	return nil
}

func (m *fullMailbox) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	m.mu.Lock()
	defer m.mu.Unlock()
	id := messageIDForm.FindString(string(text))
	for _, to := range m.to {
		m.got = append(m.got, to+" "+id)
	}
	m.to = nil
	return err
}

var messageIDForm = regexp.MustCompile(`renewal\.[^>\s]+@[^>\s]+`)

// TestRenewalsRunFullMailbox is reliability R15 through the program: a recipient who is refused for the moment silences
// no other and gets the same letter at the next attempt.
func TestRenewalsRunFullMailbox(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	mailbox := &fullMailbox{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return mailbox, nil }))
	server.Domain = "mail.example.com"
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })

	x := newTerminal(t)
	w := storagetest.WorldOn(t, x.dsn)
	end := time.Date(2031, 6, 30, 0, 0, 0, 0, time.UTC)
	first, second := w.Broker(t, w.Harbor), w.Broker(t, w.Harbor)
	firstMail, secondMail := "broker-"+first.String()+"@example.com", "broker-"+second.String()+"@example.com"
	p := w.Policy(t, w.Harbor, w.Case(t, w.Harbor), &end, first, second)
	require.NoError(t, w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		return renewal.Plan(ctx, tx.For(w.Harbor.Portfolio.ID()), []renewal.Change{{After: p}}, end.AddDate(0, 0, -100))
	}))
	dir := t.TempDir()
	run := func(now string) {
		out := x.run(t, "renewals", "run", "--data-dir", dir, "--now", now, "--smtp-url",
			"smtp://"+listener.Addr().String()+"?from=covertrack@example.com")
		require.Equal(t, command.ExitOK, out.code, out.stderr)
	}
	mailbox.full = firstMail
	run("2031-05-01T08:00:00Z")
	request := model.RenewalNotice{PolicyID: &p.ID, TermNumber: 1, Step: model.RenewalStepRequest}
	letter := " " + request.MessageID("example.com")
	require.Equal(t, []string{secondMail + letter}, mailbox.got)
	mailbox.full = ""
	run("2031-05-01T08:00:30Z")
	require.Len(t, mailbox.got, 1, "not before its time")
	run("2031-05-01T08:01:00Z")
	require.Equal(t, []string{secondMail + letter, firstMail + letter}, mailbox.got)
}
