//go:build program

package main

import (
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// noticeOf is what REST shows of the notice of a portfolio that is due.
func (s *server) noticeOf(t *testing.T, token string) (n struct {
	State, BlockedBy string
	SkipReason       *string
	NextAttemptAt    *time.Time
	LastAttempt      *struct {
		At    time.Time
		Reply string
	}
}) {
	t.Helper()
	_, body, err := s.send("GET", "/rest/renewal-notices?step=final", token, "")
	require.NoError(t, err)
	var page struct{ Data []json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(body), &page))
	require.Len(t, page.Data, 1, body)
	require.NoError(t, json.Unmarshal(page.Data[0], &n))
	return n
}

func (s *server) shows(t *testing.T, path string) string {
	t.Helper()
	_, body, err := s.send("GET", path, "", "")
	require.NoError(t, err)
	return body
}

// TestServeWithoutMail is the whole program without a mail server, then with one that is down, then with one that works:
// the notice is seen to wait, and is sent in the end.
func TestServeWithoutMail(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	org := line(t, nil, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full", "--data-dir", dir)
	token := line(t, nil, "token", "create", "--org", org, "--mode", "live", "--data-dir", dir)
	const waits = "renewal notices of live portfolios are due, and no mail server is named: they wait"

	s := serveOn(t, dir, nil)
	require.Nil(t, s.logged(waits), "nothing is due")
	require.Contains(t, s.shows(t, "/readyz"), `"mail":"missing"`)
	s.dueNotice(t, token)
	require.Eventually(t, func() bool { return s.logged(waits) != nil }, 100*time.Second, 50*time.Millisecond)
	n := s.noticeOf(t, token)
	require.Equal(t, "planned noMailServer", n.State+" "+n.BlockedBy)
	require.Nil(t, n.SkipReason)
	require.Nil(t, n.LastAttempt)
	require.Nil(t, n.NextAttemptAt)
	metrics := s.shows(t, "/metrics")
	require.Contains(t, metrics, "\ncovertrack_renewal_notices_due 1\n")
	require.NotContains(t, metrics, "\ncovertrack_renewal_oldest_due_seconds 0\n")
	require.NoError(t, s.Process.Kill())
	s.ended(t)

	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := taken.Addr().String()
	require.NoError(t, taken.Close())
	s = serveOn(t, dir, nil)
	require.NotNil(t, s.logged(waits), "at the start")
	require.Equal(t, "WARN", s.logged(waits)["level"])
	require.NoError(t, s.Process.Kill())
	s.ended(t)

	s = serveOn(t, dir, nil, "--smtp-url", "smtp://user:hidden@"+address)
	const fails = "mail does not work: renewal notices wait"
	require.Eventually(t, func() bool { return s.logged(fails) != nil }, 100*time.Second, 50*time.Millisecond)
	require.Nil(t, s.logged(waits))
	require.Equal(t, "connect", s.logged(fails)["reason"])
	require.Contains(t, s.logged(fails)["cause"], "connection refused")
	require.Contains(t, s.shows(t, "/readyz"), `"mail":"failing"`)
	require.Contains(t, s.shows(t, "/readyz"), `"status":"ok"`)
	require.Regexp(t, `covertrack_renewal_delivery_failures_total\{reason="connect"\} [1-9]`, s.shows(t, "/metrics"))
	require.Contains(t, s.shows(t, "/metrics"), `covertrack_renewal_delivery_failures_total{reason="sender"} 0`)
	n = s.noticeOf(t, token)
	require.Equal(t, "planned mailServer", n.State+" "+n.BlockedBy)
	require.Equal(t, "the mail server cannot be reached", n.LastAttempt.Reply)
	require.WithinDuration(t, time.Now(), n.LastAttempt.At, time.Minute)
	require.Equal(t, time.Minute, n.NextAttemptAt.Sub(n.LastAttempt.At))
	require.NotContains(t, s.stderr.String(), "hidden")
	require.NoError(t, s.Process.Kill())
	s.ended(t)

	mail, working := newMailbox(t)
	s = serveOn(t, dir, nil, "--smtp-url", "smtp://"+working)
	require.Equal(t, "broker@example.com", mail.within(t, 100*time.Second))
	require.Eventually(t, func() bool { return s.logged("mail works again") != nil }, 100*time.Second, 50*time.Millisecond)
	require.Contains(t, s.shows(t, "/readyz"), `"mail":"ok"`)
	n = s.noticeOf(t, token)
	require.Equal(t, "sent ", n.State+" "+n.BlockedBy)
	require.Contains(t, s.shows(t, "/metrics"), "\ncovertrack_renewal_notices_due 0\n")
	require.Contains(t, s.shows(t, "/metrics"), "\ncovertrack_renewal_oldest_due_seconds 0\n")
	require.NoError(t, s.Process.Kill())
	s.ended(t)

	s = serveOn(t, dir, nil, "--mail", "off")
	require.NotContains(t, s.shows(t, "/readyz"), "mail", "a node that sends none says nothing of it")
	require.NotContains(t, strings.ToLower(s.stderr.String()), "no mail server")
}
