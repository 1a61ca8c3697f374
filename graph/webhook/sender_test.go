package webhook

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
)

// TestSend is one attempt, as the receiver sees it.
func TestSend(t *testing.T) {
	t.Parallel()
	before := receiver.NewSecret([]byte("the secret before, of 32 bytes!!"))
	now := time.Date(2026, 7, 29, 8, 0, 0, 0, time.UTC)
	s := newSender(func(cfg *SenderConfig) { cfg.Now = func() time.Time { return now } })
	var m Message
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		if err != nil || string(got) != string(m.Body) {
			w.WriteHeader(http.StatusTeapot)
		}
		require.Equal(t, "POST /hook?a=b", r.Method+" "+r.RequestURI)
		require.Equal(t, http.Header{
			"Content-Type": {"application/json"}, "Content-Length": {"20"}, "Connection": {"close"}, "User-Agent": {"covertrack"},
			"Webhook-Id": {m.ID}, "Webhook-Timestamp": {"1785312000"},
			"Webhook-Signature": {receiver.Signature([]receiver.Secret{testSecret, before}, m.ID, now, m.Body)},
		}, r.Header)
		require.Len(t, strings.Fields(r.Header.Get("Webhook-Signature")), 2, "one of each secret")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, "thanks\x00")
	}))
	t.Cleanup(receiver.Close)
	m = messageTo(receiver.URL + "/hook?a=b")
	m.Secrets = append(m.Secrets, before)
	o := s.Send(t.Context(), m)
	require.True(t, o.IsSuccess())
	require.Positive(t, o.Duration)
	o.Duration = 0
	require.Equal(t, model.WebhookOutcome{At: now, Status: http.StatusAccepted, Answer: []byte("thanks\x00")}, o)
}

// TestSendStatus is that the status of the answer decides, and nothing else.
func TestSendStatus(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]model.WebhookOutcome{
		"HTTP/1.1 200 OK":                      {Status: 200},
		"HTTP/1.0 299 Whatever":                {Status: 299},
		"HTTP/1.1 204":                         {Status: 204},
		"HTTP/1.1 200 OK\r\nno header at all":  {Status: 200},
		"HTTP/1.1 200 OK\r\nContent-Length: x": {Status: 200},
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 202 Accepted": {Status: 202},
		"HTTP/1.1 101 Switching Protocols": {Status: 101},
		"HTTP/1.1 300 Choose":              {Status: 300, Error: reasonRedirect},
		"HTTP/1.1 304 Not Modified":        {Status: 304, Error: reasonRedirect},
		"HTTP/1.1 410 Gone":                {Status: 410},
		"HTTP/1.1 503 Busy":                {Status: 503},
		"HTTP/1.1 999 ?":                   {Status: 999},
		"HTTP/1.1 099 ?":                   {Error: reasonNotHTTP},
		"HTTP/1.1 2000 ?":                  {Error: reasonNotHTTP},
		"HTTP/1.1 +20 ?":                   {Error: reasonNotHTTP},
		"HTTP/2.0 200 OK":                  {Error: reasonNotHTTP},
		"SSH-2.0-OpenSSH_9.6":              {Error: reasonNotHTTP},
		"":                                 {Error: reasonNotHTTP},
	} {
		t.Run(head, func(t *testing.T) {
			t.Parallel()
			to := saying(t, func(conn net.Conn) { _, _ = io.WriteString(conn, head+"\r\n\r\n") })
			o := newSender().Send(t.Context(), messageTo(to))
			o.At, o.Duration = time.Time{}, 0
			if len(o.Answer) == 0 {
				o.Answer = nil
			}
			require.Equal(t, want, o)
		})
	}
}

// TestSendAnswer keeps the first KiB of an answer.
func TestSendAnswer(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		strings.Repeat("x", 1024): strings.Repeat("x", 1024),
		strings.Repeat("x", 5000): strings.Repeat("x", 1024),
		"\xff\x00":                "\xff\x00",
	} {
		to := saying(t, func(conn net.Conn) {
			_, _ = io.WriteString(conn, "HTTP/1.1 500 Sorry\r\nConnection: close\r\n\r\n"+body)
		})
		require.Equal(t, want, string(newSender().Send(t.Context(), messageTo(to)).Answer))
	}
	chunked := saying(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 500 Sorry\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nnot\r\n4\r\n now\r\n0\r\n\r\n")
	})
	require.Equal(t, "not now", string(newSender().Send(t.Context(), messageTo(chunked)).Answer))
}

// TestSendStopped ends an attempt at once when the node can wait no more.
func TestSendStopped(t *testing.T) {
	t.Parallel()
	to := saying(t, func(conn net.Conn) { _, _ = conn.Read(make([]byte, 1)) })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	s := newSender(func(cfg *SenderConfig) { cfg.Within = time.Minute })
	o := s.Send(ctx, messageTo(to))
	require.Less(t, o.Duration, 10*time.Second)
	require.False(t, o.IsSuccess())
}
