//go:build program

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// subscription is a stream of a test, or the refusal of one.
type subscription struct {
	status    int
	header    http.Header
	refusal   string
	events    chan string // the data of each event; closed at the end
	last      atomic.Pointer[string]
	lastAt    atomic.Int64 // when it came
	completed atomic.Bool
	ended     chan struct{}
	close     context.CancelFunc
}

// streamClient keeps no connection: each stream has its own.
var streamClient = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// subscribe opens a stream, and reads it until it ends or the test does. Events that nobody takes are dropped.
func subscribe(t *testing.T, url, token, query string, header ...string) *subscription {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	body := fmt.Sprintf(`{"query":%q}`, query)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/graphql", strings.NewReader(body))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + token}}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := streamClient.Do(r)
	require.NoError(t, err)
	s := &subscription{
		status: answer.StatusCode, header: answer.Header, events: make(chan string, 1000), ended: make(chan struct{}), close: cancel,
	}
	t.Cleanup(func() { cancel(); <-s.ended })
	if answer.Header.Get("Content-Type") != "text/event-stream" {
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		_ = answer.Body.Close()
		s.refusal = string(text)
		close(s.ended)
		return s
	}
	go s.read(answer.Body)
	return s
}

func (s *subscription) read(body io.ReadCloser) {
	defer close(s.ended)
	defer close(s.events)
	defer func() { _ = body.Close() }()
	for lines := bufio.NewScanner(body); lines.Scan(); {
		if lines.Text() == "event: complete" {
			s.completed.Store(true)
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			s.last.Store(&data)
			s.lastAt.Store(time.Now().UnixNano())
			select {
			case s.events <- data:
			default:
			}
		}
	}
}

// shows reports whether the newest event has the text.
func (s *subscription) shows(text string) bool {
	last := s.last.Load()
	return last != nil && strings.Contains(*last, text)
}

// changes is a subscription to a case.
func changes(id any) string {
	return fmt.Sprintf(`subscription { caseChanged(id: "%v") { id loanNumber } }`, id)
}

// awaitAll waits until the newest event of all has the text.
func awaitAll(t *testing.T, all []*subscription, text string) {
	t.Helper()
	for _, s := range all {
		require.Eventually(t, func() bool { return s.shows(text) }, time.Minute, time.Millisecond)
	}
}
