package main

import (
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// forwarded is a message that listen brought.
type forwarded struct {
	header http.Header
	body   []byte
}

// TestListen brings the events of a test portfolio to a program, through a server that goes away meanwhile.
func TestListen(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	var away atomic.Bool
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			panic(http.ErrAbortHandler)
		}
		s.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	got, status := make(chan forwarded, 10), atomic.Int64{}
	status.Store(http.StatusNoContent)
	laptop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(int(status.Load()))
		got <- forwarded{r.Header, body}
	}))
	t.Cleanup(laptop.Close)

	var keys io.WriteCloser
	p := start(t, func(cmd *exec.Cmd) {
		cmd.Env = append(os.Environ(), "COVERTRACK_TOKEN="+s.HarborTest.Token)
		var err error
		keys, err = cmd.StdinPipe()
		require.NoError(t, err)
	}, "listen", "--url", proxy.URL, "--forward-to", laptop.URL+"/hooks")
	said := func(text string) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Contains(p.stdout.String()+p.stderr.String(), text) }, time.Minute,
			time.Millisecond, "%s: %s", text, p.stderr)
	}
	said("Ctrl-C ends")
	secret, _, _ := strings.Cut(strings.TrimPrefix(p.stdout.String(), "signing secret "), "\n")
	verifier, err := standardwebhooks.NewWebhook(secret)
	require.NoError(t, err)
	c := s.As(s.HarborTest.Token)
	change := func() (id string) {
		id = c.Post(t, "/rest/insured-groups", resttest.Object{"name": "A group"}, http.StatusCreated)["id"].(string)
		s.Place(t)
		return id
	}
	took := func(id string) forwarded {
		t.Helper()
		m := <-got
		require.NoError(t, verifier.Verify(m.body, m.header))
		require.Contains(t, string(m.body), `{"type":"insuredGroup.created","timestamp":"`)
		require.Contains(t, string(m.body), `"subject":{"type":"insuredGroup","id":"`+id+`","caseId":null},"revision":1,"livemode":false}}`)
		return m
	}
	id := change()
	first := took(id)
	said("insuredGroup " + id + "  204\n")
	status.Store(http.StatusTeapot)
	_, err = keys.Write([]byte("x\nr\n"))
	require.NoError(t, err)
	again := took(id)
	require.Equal(t, first.header.Get("Webhook-Id"), again.header.Get("Webhook-Id"))
	require.Equal(t, first.body, again.body)
	said("insuredGroup " + id + "  418  again\n")

	away.Store(true)
	proxy.CloseClientConnections()
	said("the server does not answer; trying on")
	id = change()
	away.Store(false)
	took(id)
	said("the server answers again")

	laptop.Close()
	id = change()
	said("insuredGroup " + id + "  connectionRefused\n")
	require.NoError(t, p.Process.Signal(syscall.SIGINT))
	require.Equal(t, command.ExitOK, p.ended(t))

	unknown, err := credentials.NewToken(credentials.TokenKindTest, rand.Reader)
	require.NoError(t, err)
	sandbox := c.Post(t, "/rest/sandboxes", resttest.Object{"name": "A trial"}, http.StatusCreated)["token"].(string)
	for want, args := range map[string][]string{
		"of the kind live_ is refused": {"--token", s.Harbor.Token, "--forward-to", laptop.URL},
		"must begin with https://":     {"--token", sandbox, "--forward-to", "http://example.com"},
		"401 Unauthorized":             {"--token", unknown.Reveal(), "--forward-to", laptop.URL},
	} {
		refused := runLine(t, append([]string{"listen", "--url", s.URL}, args...)...)
		require.NotEqual(t, command.ExitOK, refused.code)
		require.Contains(t, refused.stderr, want)
	}
}
