package renewal_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model/mailer"
)

// logbook is a log that a test reads.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// take returns the entries since the last call, without their times.
func (l *logbook) take() (entries []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		_, entry, _ := strings.Cut(strings.TrimSpace(line), " ")
		entries = append(entries, entry)
	}
	l.text.Reset()
	return entries
}

// logged makes the office write to a log, at the mail server of an address.
func (o *office) logged(t *testing.T, address string) *logbook {
	t.Helper()
	mail, err := renewal.OpenMail(address)
	require.NoError(t, err)
	l := &logbook{}
	o.follower = renewal.NewFollower(renewal.Config{Store: o.Store, Mail: mail, Now: o.now, Logger: slog.New(slog.NewTextHandler(l, nil))})
	return l
}

func (o *office) mailStatus(t *testing.T) *mailer.Status {
	t.Helper()
	status, err := o.Store.MailStatus(t.Context())
	require.NoError(t, err)
	return status
}

// mailTasks are the states of the tasks about mail, of all portfolios.
func (o *office) mailTasks(t *testing.T) (states []string) {
	t.Helper()
	found, err := o.Store.Pool().Pgx().Query(t.Context(),
		"SELECT state FROM tasks WHERE origin LIKE 'mail/%' AND reason = 'mailServer' AND type = 'renewalFollowUp' AND case_id IS "+
			"NULL ORDER BY id")
	require.NoError(t, err)
	defer found.Close()
	for found.Next() {
		var state string
		require.NoError(t, found.Scan(&state))
		states = append(states, state)
	}
	return states
}

// failures is a counter of the process, which other tests raise too.
func failures(t *testing.T, reason string) (count float64) {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(renewal.Collectors()...)
	families, err := registry.Gather()
	require.NoError(t, err)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "covertrack_renewal_delivery_failures_total" && m.GetLabel()[0].GetValue() == reason {
				return m.GetCounter().GetValue()
			}
		}
	}
	require.Fail(t, "there is no series of the reason", reason)
	return 0
}

func TestFailureReasons(t *testing.T) {
	t.Parallel()
	for _, reason := range mailer.AllReason() {
		require.GreaterOrEqual(t, failures(t, string(reason)), 0.0, "each has its series from the start")
	}
}

// TestOutage is a mail server that goes away and comes back.
func TestOutage(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	log := o.logged(t, "smtp://"+o.mail.address+"?from=insurance@lender.example.com")
	p := o.newPolicy(t)
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	o.mail.stop()
	before := failures(t, "connect")
	begun := o.now()
	require.Error(t, o.follower.Deliver(t.Context()))
	require.GreaterOrEqual(t, failures(t, "connect"), before+1)
	entries := log.take()
	require.Len(t, entries, 1, "at once")
	require.Regexp(t, `^level=WARN msg="mail does not work: renewal notices wait" reason=connect cause="connect: dial tcp 127.0.0.1:\d+: `+
		`connect: connection refused" `+
		`since=2031-05-01T12:00:00Z due=1 oldest=2031-05-01T00:00:00Z to_do="run .covertrack doctor."$`, entries[0])
	status := o.mailStatus(t)
	require.Equal(t, mailer.Failing, status.Status)
	require.Equal(t, mailer.Connect, *status.Reason)
	require.Equal(t, begun, status.Since.UTC())
	require.Equal(t, begun.Add(time.Minute), status.NextAttemptAt.UTC())

	o.pass(20 * time.Second)
	require.Error(t, o.follower.Deliver(t.Context()))
	require.Empty(t, log.take(), "at most once a minute")
	o.pass(40 * time.Second)
	require.Error(t, o.follower.Deliver(t.Context()))
	require.Len(t, log.take(), 1)

	o.set(begun.Add(59 * time.Minute))
	require.Error(t, o.follower.Deliver(t.Context()))
	require.Empty(t, o.mailTasks(t))
	o.set(begun.Add(time.Hour))
	for range 3 {
		require.Error(t, o.follower.Deliver(t.Context()))
		require.Equal(t, []string{"open"}, o.mailTasks(t), "one, in the one live portfolio with due notices")
		o.pass(time.Minute)
	}
	log.take()
	require.Equal(t, "planned 0", o.outcome(t, p), "an outage uses up no attempt of a notice")

	o.mail.start(t, o.mail.address)
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, p))
	require.Equal(t, []string{`level=INFO msg="mail works again" failed_since=2031-05-01T12:00:00Z`}, log.take())
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
	status = o.mailStatus(t)
	require.Equal(t, mailer.OK, status.Status)
	require.Nil(t, status.TaskOrigin)
	o.pass(time.Minute)
	o.work(t)
	require.Empty(t, log.take())
}

// TestOutageSeenTwice has two nodes find the same outage, and its end.
func TestOutageSeenTwice(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	address := "smtp://" + o.mail.address + "?from=insurance@lender.example.com"
	log := o.logged(t, address)
	first := o.follower
	other := o.logged(t, address)
	o.newPolicy(t)
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	o.mail.stop()
	for range 70 {
		require.Error(t, first.Deliver(t.Context()))
		require.Error(t, o.follower.Deliver(t.Context()))
		require.Len(t, append(log.take(), other.take()...), 1, "one of them says it")
		o.pass(time.Minute)
	}
	require.Equal(t, []string{"open"}, o.mailTasks(t))
	o.mail.start(t, o.mail.address)
	require.NoError(t, first.Deliver(t.Context()))
	require.NoError(t, o.follower.Deliver(t.Context()))
	require.Len(t, append(log.take(), other.take()...), 1)
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
}

// TestOutageWithoutNotices ends though nothing is to be sent any more.
func TestOutageWithoutNotices(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.newPolicy(t)
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	o.mail.stop()
	require.Error(t, o.follower.Deliver(t.Context()))
	require.NoError(t, o.move(t.Context(), p.ID, hold))
	o.pass(time.Minute)
	require.NoError(t, o.follower.Deliver(t.Context()), "the server is asked, and it is no failure of a delivery")
	require.Equal(t, mailer.Failing, o.mailStatus(t).Status)
	o.mail.start(t, o.mail.address)
	o.pass(time.Minute)
	require.NoError(t, o.follower.Deliver(t.Context()))
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
	require.Empty(t, o.mail.received())
}

// TestOutageSender is a server that does not take us as a sender: no notice is used up.
func TestOutageSender(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	log := o.logged(t, "smtp://"+o.mail.address+"?from=insurance@lender.example.com")
	first, second := o.newPolicy(t), o.newPolicy(t)
	o.mail.answerSender(func(from string) error { return reply(550, "5.7.1 <"+from+"> is no\r\n sender here") })
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	before := failures(t, "sender")
	for range 30 {
		require.ErrorContains(t, o.follower.Deliver(t.Context()), "mail server: MAIL: answered 550")
		o.pass(4 * time.Hour)
	}
	require.GreaterOrEqual(t, failures(t, "sender"), before+30)
	require.Equal(t, []string{"planned 0", "planned 0"}, []string{o.outcome(t, first), o.outcome(t, second)})
	entries := log.take()
	require.Len(t, entries, 30)
	require.Contains(t, entries[0], `reason=sender cause="MAIL: 550 5.7.1 <(address)> is no`)
	require.NotContains(t, strings.Join(entries, ""), "insurance@lender")
	require.Equal(t, []string{"open"}, o.mailTasks(t))
	o.mail.answerSender(nil)
	o.work(t)
	require.Equal(t, []string{"sent 0", "sent 0"}, []string{o.outcome(t, first), o.outcome(t, second)})
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
}

// TestOutageBetweenLetters is a server that takes one letter a connection: that is no outage.
func TestOutageBetweenLetters(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	first, second := o.newPolicy(t), o.newPolicy(t)
	began := 0
	o.mail.answerSender(func(string) error {
		if began++; began == 2 {
			return errHangUp
		}
		return nil
	})
	o.work(t)
	require.Equal(t, []string{"sent 0", "sent 0"}, []string{o.outcome(t, first), o.outcome(t, second)})
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
}

// TestOutageLetters is a server that takes us and the recipients, but no letter.
func TestOutageLetters(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	log := o.logged(t, "smtp://"+o.mail.address+"?from=insurance@lender.example.com")
	o.mail.answer(nil, func(letter) error { return reply(452, "no room for anybody@example.com") })
	p, other := o.newPolicy(t), o.newPolicy(t)
	o.work(t)
	require.Equal(t, "planned 1 DATA: 452 no room for anybody@example.com", o.outcome(t, p))
	entries := log.take()
	require.Len(t, entries, 2, "one of all letters, and how mail is")
	require.Contains(t, entries[0], `msg="the mail server put off a letter"`)
	require.Contains(t, entries[0], `cause="DATA: 452 no room for (address)"`)
	require.Contains(t, entries[1], `msg="mail does not work: renewal notices wait" reason=data`)
	status := o.mailStatus(t)
	require.Equal(t, mailer.Data, *status.Reason)
	o.pass(30 * time.Second)
	o.work(t)
	require.Equal(t, mailer.Failing, o.mailStatus(t).Status, "nothing was tried")
	o.mail.answer(nil, nil)
	o.pass(time.Minute)
	o.work(t)
	require.Equal(t, []string{"sent 1", "sent 1"}, []string{o.outcome(t, p), o.outcome(t, other)})
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
}

// TestOutageReasons has a login refused, and a server without TLS.
func TestOutageReasons(t *testing.T) {
	t.Parallel()
	for reason, address := range map[string]func(server string) string{
		"login":   func(server string) string { return "smtp://user%40example.com:hidden@" + server + "?tls=none" },
		"tls":     func(server string) string { return "smtps://" + server },
		"connect": func(string) string { return "smtp://127.0.0.1:1" },
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			log := o.logged(t, address(o.mail.address))
			o.newPolicy(t)
			_, err := o.follower.Sweep(t.Context())
			require.NoError(t, err)
			require.Error(t, o.follower.Deliver(t.Context()))
			require.Equal(t, reason, string(*o.mailStatus(t).Reason))
			entries := strings.Join(log.take(), "\n")
			require.Contains(t, entries, "reason="+reason)
			require.NotContains(t, entries, "hidden")
			require.NotContains(t, entries, "user@example.com")
		})
	}
}

// TestOutageMissing is a node without a mail server whose setting was forgotten.
func TestOutageMissing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	l := &logbook{}
	f := renewal.NewFollower(renewal.Config{Store: o.Store, Now: o.now, Logger: slog.New(slog.NewTextHandler(l, nil))})
	workBy(t, f)
	require.Empty(t, l.take(), "nothing is due")
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
	o.newPolicy(t)
	workBy(t, f)
	workBy(t, f)
	entries := l.take()
	require.Len(t, entries, 1)
	require.Contains(t, entries[0], `level=WARN msg="renewal notices of live portfolios are due, and no mail server is named: they wait"`)
	require.Contains(t, entries[0], `to_do="name a mail server with --smtp-url, or say --mail=off`)
	require.Equal(t, mailer.Missing, o.mailStatus(t).Status)
	for range 61 {
		o.pass(time.Minute)
		workBy(t, f)
	}
	require.Len(t, l.take(), 1, "once an hour")
	require.Equal(t, []string{"open"}, o.mailTasks(t))
	o.work(t)
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
	o.newPolicy(t)
	workBy(t, f)
	require.Equal(t, mailer.OK, o.mailStatus(t).Status, "a node with a mail server was at work a moment ago")
}

// TestOutageOff ends an outage by a setting.
func TestOutageOff(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.newPolicy(t)
	workBy(t, o.withoutMail(t))
	for range 61 {
		o.pass(time.Minute)
		workBy(t, o.withoutMail(t))
	}
	require.Equal(t, []string{"open"}, o.mailTasks(t))
	workBy(t, o.mailOff(t))
	require.Equal(t, "suppressed 0 mailOff", o.outcome(t, p))
	require.Equal(t, []string{"completed"}, o.mailTasks(t))
	require.Equal(t, mailer.OK, o.mailStatus(t).Status)
}
