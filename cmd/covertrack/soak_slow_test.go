//go:build program

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// slowClients are the ways to hold a connection without ever finishing a request. Each is what is sent at once; then comes a
// byte a second.
func slowClients(token string) map[string]string {
	body := "POST /rest/insured-groups HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"
	return map[string]string{
		"a header that never ends":         "GET /rest/cases HTTP/1.1\r\nHost: x\r\nX-Slow: ",
		"a body that never ends":           body + "Authorization: Bearer " + token + "\r\n\r\n{\"name\":\"",
		"a body of nobody that never ends": body + "\r\n{\"name\":\"",
		"an upload of nobody":              "PUT /files/x?signature=x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
		"a GraphQL query that never ends": "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
			"1000\r\nAuthorization: Bearer " + token + "\r\n\r\n{",
	}
}

// silentClients say nothing: before their first request, or after it.
var silentClients = map[string]string{
	"nothing at all":    "",
	"nothing after one": "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
}

// TestSoakR7SlowClients: clients that hold connections are all dropped, and a good request is answered meanwhile. In `make test` the
// door's times are a twentieth of what they are.
func TestSoakR7SlowClients(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R7", "clients that send slowly or nothing: dropped, while good requests are answered")
	x := newInProcessWith(t, func(s *serve.Service) { s.Gate = admission.New(admission.Config{InFlight: 2 * serve.InFlightPerCore}) })
	addr, pace := slowDoor(t, x.Handler)
	clients := soak.Count(105, 4004)
	allowFiles(t, 2*clients+500)

	var all sync.WaitGroup
	var dropped atomic.Int64
	kinds := slowClients(x.world.Harbor.Token)
	for name, sent := range silentClients {
		kinds[name] = sent
	}
	for range clients / len(kinds) {
		for name, sent := range kinds {
			_, silent := silentClients[name]
			tally.Tried(1)
			all.Go(func() {
				if isDropped(addr, sent, silent, pace) {
					dropped.Add(1)
				}
			})
		}
	}
	took := goodMeanwhile(t, "http://"+addr, x.world.Prairie.Token, &all)
	clients -= clients % len(kinds)
	tally.Failed(clients - int(dropped.Load()))
	tally.Note("%d good requests meanwhile, median %v, 99 %% in %v", len(took), at(took, 50), at(took, 99))
	require.EqualValues(t, clients, dropped.Load())
	if soak.Full() {
		require.LessOrEqual(t, at(took, 50), 5*time.Millisecond)
	}
}

// slowDoor serves behind the program's door, or in `make test` behind one that has a twentieth of its patience. It answers
// the address, and how long clients wait between two bytes.
func slowDoor(t *testing.T, handler http.Handler) (addr string, pace time.Duration) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := serve.OpenDoor(listener, slog.New(slog.DiscardHandler))
	t.Cleanup(d.Close)
	d.Serve(handler)
	require.Equal(t, 5*time.Second, d.Server.ReadHeaderTimeout)
	require.Equal(t, 15*time.Second, d.Server.ReadTimeout)
	require.Equal(t, 60*time.Second, d.Server.IdleTimeout)
	require.Greater(t, d.Server.WriteTimeout, serve.RequestTimeout)
	if soak.Full() {
		return listener.Addr().String(), time.Second
	}
	hasty, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: d.Server.ReadHeaderTimeout / 20, ReadTimeout: d.Server.ReadTimeout / 20,
		IdleTimeout: d.Server.IdleTimeout / 20, ErrorLog: d.Server.ErrorLog,
	}
	go func() { _ = server.Serve(hasty) }()
	t.Cleanup(func() { _ = server.Close() })
	return hasty.Addr().String(), time.Second / 20
}

// isDropped opens a connection, sends, and goes on slowly until the server closes it. A server that has not after several
// times its patience never will.
func isDropped(addr, sent string, silent bool, pace time.Duration) bool {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(300 * pace))
	if _, err := io.WriteString(conn, sent); err != nil {
		return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, conn)
		ended <- err
	}()
	for {
		select {
		case err := <-ended:
			return !errors.Is(err, os.ErrDeadlineExceeded)
		case <-time.After(pace):
			if !silent {
				_, _ = conn.Write([]byte("x"))
			}
		}
	}
}

// goodMeanwhile sends good requests until the others have ended, and answers how long each took.
func goodMeanwhile(t *testing.T, url, token string, others *sync.WaitGroup) (took []time.Duration) {
	over := make(chan struct{})
	go func() {
		others.Wait()
		close(over)
	}()
	for {
		begun := time.Now()
		status, _, body := timed(t, url, token, "GET", "/rest/insured-groups?limit=1", nil)
		require.Equal(t, http.StatusOK, status, body)
		took = append(took, time.Since(begun))
		select {
		case <-over:
			slices.Sort(took)
			return took
		case <-time.After(20 * time.Millisecond): // as a client that has other things to do
		}
	}
}

// crowdClient keeps as many connections as a crowd needs: opening them is not what is measured.
var crowdClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4096}}

// at is the percentile of sorted times.
func at(sorted []time.Duration, percentile int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*percentile/100)].Round(10 * time.Microsecond)
}

// allowFiles raises the number of files that the process may have open.
func allowFiles(t *testing.T, wanted int) {
	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	require.GreaterOrEqual(t, limit.Max, uint64(wanted), fmt.Sprintf("ulimit -Hn is %d", limit.Max))
	limit.Cur = limit.Max
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
}

// timed sends a request and answers its status, how long it took, and the body.
func timed(t *testing.T, url, token, method, path string, body []byte) (status int, took time.Duration, text string) {
	r, err := http.NewRequestWithContext(t.Context(), method, url+path, bytes.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	begun := time.Now()
	answer, err := crowdClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, time.Since(begun), string(b)
}
