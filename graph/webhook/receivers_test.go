package webhook

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
)

// TestReceiverGo runs the guide's receiver in Go.
func TestReceiverGo(t *testing.T) {
	t.Parallel()
	source := exampleOf(t, "go", "receiver.go")
	program := filepath.Join(t.TempDir(), "receiver")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	requireReceives(t, program)
}

// TestReceiverPython runs the guide's receiver in Python.
func TestReceiverPython(t *testing.T) {
	t.Parallel()
	requireReceives(t, "python3", exampleOf(t, "python", "receiver.py"))
}

// TestReasons has the guide explain each reason of a failed attempt.
func TestReasons(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/guide/receivers.md")
	require.NoError(t, err)
	for _, reason := range reasons {
		require.Regexp(t, "(?m)^\\| .*`"+reason+"`.* \\|", string(page))
	}
}

// exampleOf writes the one block of the guide in a language to a file, and returns its path.
func exampleOf(t *testing.T, language, file string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/guide/receivers.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)\n```"+language+"\n(.*?)\n```\n").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 1)
	path := filepath.Join(t.TempDir(), file)
	require.NoError(t, os.WriteFile(path, append(blocks[0][1], '\n'), 0o600))
	return path
}

// output is what a program prints while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// requireReceives runs a receiver and sends it what it must take and what it must refuse.
func requireReceives(t *testing.T, command ...string) {
	t.Helper()
	taken := listen(t, "127.0.0.1:0", func(net.Conn) {})
	require.NoError(t, taken.Close())
	out := &output{}
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "PORT="+taken.port(), "WEBHOOK_SECRET="+testSecret.Reveal())
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
	})
	require.Eventually(t, func() bool {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", taken.Addr().String())
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, time.Minute, 20*time.Millisecond, out)

	patient := func(cfg *SenderConfig) { cfg.Within = statusWithin }
	late := func(cfg *SenderConfig) { cfg.Now = func() time.Time { return time.Now().Add(-6 * time.Minute) } }
	early := func(cfg *SenderConfig) { cfg.Now = func() time.Time { return time.Now().Add(6 * time.Minute) } }
	other := receiver.NewSecret([]byte("a secret of somebody else, so 32"))
	m := messageTo("http://" + taken.Addr().String() + "/")
	e := &model.WebhookDelivery{EventID: uuid.New(), Type: "case.held", SubjectType: "case", SubjectID: uuid.New(), Revision: 7,
		EventAt: time.Now()}
	var err error
	m.ID = e.EventID.String()
	m.Body, err = BodyOf(e, false)
	require.NoError(t, err)
	send := func(want int, change func(*Message), of ...func(*SenderConfig)) {
		t.Helper()
		sent := m
		change(&sent)
		o := newSender(append(of, patient)...).Send(t.Context(), sent)
		require.Equal(t, want, o.Status, "%s %s", o.Error, out)
	}
	same := func(*Message) {}
	send(http.StatusBadRequest, func(m *Message) { m.Secrets = []receiver.Secret{other} })
	send(http.StatusBadRequest, func(m *Message) { m.Secrets = nil })
	send(http.StatusBadRequest, same, late)
	send(http.StatusBadRequest, same, early)
	require.Empty(t, out.String())
	send(http.StatusNoContent, same)
	send(http.StatusNoContent, same)
	send(http.StatusNoContent, func(m *Message) { m.Secrets = []receiver.Secret{other, testSecret} })
	require.Equal(t, fmt.Sprintf("case.held case %s 7", e.SubjectID), strings.TrimSpace(out.String()), "once")
}
