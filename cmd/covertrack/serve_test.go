package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// TestServe is the life of the program on an embedded Postgres: as whoever runs the tests and, when that is root, as an
// ordinary user too.
func TestServe(t *testing.T) {
	t.Parallel()
	t.Run("as ourselves", func(t *testing.T) {
		t.Parallel()
		testLife(t, newDataDir(t), nil)
	})
	if os.Geteuid() != 0 {
		return
	}
	t.Run("as nobody", func(t *testing.T) {
		t.Parallel()
		nobody, err := user.Lookup("nobody")
		require.NoError(t, err)
		uid, err := strconv.Atoi(nobody.Uid)
		require.NoError(t, err)
		gid, err := strconv.Atoi(nobody.Gid)
		require.NoError(t, err)
		dir := newDataDir(t)
		require.NoError(t, os.Chown(filepath.Dir(dir), uid, gid))
		testLife(t, dir, func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		})
	})
}

func testLife(t *testing.T, dir string, edit func(*exec.Cmd)) {
	token := newToken(t, dir, edit) // on a folder that does not exist yet, started for the moment
	s := serveOn(t, dir, edit)
	acknowledged := createUntil(t, s, token, func() { require.NoError(t, s.Process.Kill()) })
	require.Equal(t, -1, s.ended(t))

	s = serveOn(t, dir, edit)
	for key, body := range acknowledged {
		status, replayed, err := s.send("POST", "/rest/insured-groups", token, groupBody(key), "Idempotency-Key", key)
		require.NoError(t, err)
		require.Equal(t, http.StatusCreated, status, replayed)
		require.Equal(t, body, replayed, "what was acknowledged before the kill is there after it")
	}

	second := start(t, edit, "serve", "--data-dir", dir, "--addr", "127.0.0.1:0")
	require.Equal(t, command.ExitFailure, second.ended(t))
	require.Contains(t, second.stderr.String(), "covertrack serve is already running on "+dir)
	require.Contains(t, second.stderr.String(), fmt.Sprintf("(pid %d)", s.Process.Pid))

	require.Contains(t, line(t, edit, "org", "list", "--data-dir", dir), "Acme Bank", "administration works beside it")

	pid := postgresPid(t, dir)
	require.True(t, runs(pid))
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitOK, s.ended(t), s.stderr.String())
	require.False(t, runs(pid), "the embedded Postgres ended with it")
	require.NotNil(t, s.logged("stopped"))
	require.NotContains(t, s.stderr.String(), token)
	require.Contains(t, line(t, edit, "org", "list", "--data-dir", dir), "Acme Bank", "administration works without it")
}

func groupBody(key string) string { return fmt.Sprintf(`{"name":"Group %s"}`, key) }

// createUntil creates groups from several clients, calls stop in the midst of it, and answers what was acknowledged by key.
func createUntil(t *testing.T, s *server, token string, stop func()) map[string]string {
	t.Helper()
	var mu sync.Mutex
	acknowledged := map[string]string{}
	var all sync.WaitGroup
	for client := range 4 {
		all.Go(func() {
			for n := 0; ; n++ {
				key := fmt.Sprintf("%d-%d", client, n)
				status, body, err := s.send("POST", "/rest/insured-groups", token, groupBody(key), "Idempotency-Key", key)
				if err != nil || status != http.StatusCreated {
					return
				}
				mu.Lock()
				acknowledged[key] = body
				enough := len(acknowledged) == 40
				mu.Unlock()
				if enough {
					stop()
				}
			}
		})
	}
	all.Wait()
	require.GreaterOrEqual(t, len(acknowledged), 40)
	return acknowledged
}

// consoleLink is the link that opens the console.
var consoleLink = regexp.MustCompile(`http://\S+/console#link=\w+`)

func TestServeDemo(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	s := serveOn(t, dir, nil, "--demo")
	require.Eventually(t, func() bool { return strings.Contains(s.stdout.String(), "\ncurl ") }, 5*time.Second, 5*time.Millisecond)
	curl := regexp.MustCompile(`(?m)^curl .*$`).FindString(s.stdout.String())
	answer, err := exec.Command("sh", "-c", strings.Replace(curl, "curl", "curl -sS --fail", 1)).CombinedOutput()
	require.NoError(t, err, "%s", answer)
	require.Contains(t, string(answer), `"data":[`)
	var made sample.Access
	require.NoError(t, json.Unmarshal([]byte(line(t, nil, "demo", "--json", "--data-dir", dir)), &made))
	for _, text := range []string{
		s.url + "/docs", s.url + "/playground", "its token: " + made.Staff.Support, made.Staff.Operator,
		"Ctrl-C", "delete the folder " + dir, "--addr 127.0.0.1:8081",
	} {
		require.Contains(t, s.stdout.String(), text)
	}
	for _, path := range []string{"/docs", "/playground"} {
		status, _, err := s.send("GET", path, "", "")
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status)
	}
	link := consoleLink.FindString(s.stdout.String())
	require.Contains(t, s.stdout.String(), "\nConsole: "+link+"\n")
	address, secret, _ := strings.Cut(link, "#link=")
	require.Equal(t, s.url+"/console", address)
	for _, want := range []int{http.StatusNoContent, http.StatusUnauthorized} {
		status, _, err := s.send("POST", "/console/session", "", `{"link":"`+secret+`"}`, "Origin", s.url, "X-Console", "1")
		require.NoError(t, err)
		require.Equal(t, want, status, "it opens the console once")
	}
	require.NotContains(t, s.stderr.String(), secret)
	for _, token := range regexp.MustCompile(`(live|test|staff)_\w{36}`).FindAllString(s.stdout.String(), -1) {
		require.NotContains(t, s.stderr.String(), token)
	}

	require.NoError(t, syscall.Kill(postgresPid(t, dir), syscall.SIGKILL))
	require.Equal(t, command.ExitFailure, s.ended(t), "without its Postgres it ends, so that something restarts it")
	require.Contains(t, s.stderr.String(), "the embedded Postgres ended")
}

// TestServeDrains is SIGTERM in the midst of a request: it is finished, and nothing new is accepted meanwhile.
func TestServeDrains(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	s := serveOn(t, dir, nil)
	token := newToken(t, dir, nil)
	_, body, err := s.send("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"slow.pdf"}]}`)
	require.NoError(t, err)
	signed := regexp.MustCompile(`"signedUrl":"([^"]+)"`).FindStringSubmatch(body)
	require.NotNil(t, signed, body)

	read, write := io.Pipe()
	upload, err := http.NewRequest(http.MethodPut, strings.ReplaceAll(signed[1], `\u0026`, "&"), read)
	require.NoError(t, err)
	upload.Header.Set("Content-Type", "application/pdf")
	status := make(chan int, 1)
	go func() {
		answer, err := http.DefaultClient.Do(upload)
		if err != nil {
			status <- 0
			return
		}
		_ = answer.Body.Close()
		status <- answer.StatusCode
	}()
	_, err = write.Write([]byte("%PDF-1.7 "))
	require.NoError(t, err)
	time.Sleep(50 * time.Millisecond) // the server reads the first part
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool {
		_, _, err := s.send("GET", "/healthz", "", "")
		return err != nil
	}, 20*time.Second, 5*time.Millisecond)
	require.False(t, s.over(), "it waits for the upload")
	require.NoError(t, write.Close())
	require.Equal(t, http.StatusOK, <-status)
	require.Equal(t, command.ExitOK, s.ended(t), s.stderr.String())
	require.NotContains(t, s.stderr.String(), "signature=")
}

func TestServeDatabaseURL(t *testing.T) {
	t.Parallel()
	existing, err := embedded.Start(t.Context(), embedded.Config{DataDir: newDataDir(t)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, existing.Stop(context.Background())) })
	require.NoError(t, existing.CreateDatabase(t.Context(), "mine"))
	dir := newDataDir(t)
	database := on(existing.DSN("mine"))

	s := serveOn(t, dir, database)
	token := newToken(t, dir, database)
	status, body, err := s.send("POST", "/rest/insured-groups", token, `{"name":"A group"}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, body)
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitOK, s.ended(t))
	require.NoDirExists(t, filepath.Join(dir, "postgres"))
	require.Contains(t, line(t, database, "migrate", "status"), "applied", "the existing server was left alone")
}

func TestServeRefusesToStart(t *testing.T) {
	t.Parallel()
	taken := takenAddr(t)
	p := start(t, nil, "serve", "--data-dir", newDataDir(t), "--addr", taken)
	require.Equal(t, command.ExitFailure, p.ended(t))
	require.Contains(t, p.stderr.String(), "address already in use")
	require.Contains(t, p.stderr.String(), "name another address, like --addr 127.0.0.1:8081")

	dir := newDataDir(t)
	for flag, value := range map[string]string{"--signing-key": "short", "--blob-url": "ftp://files"} {
		p = start(t, nil, "serve", "--data-dir", dir, "--addr", "127.0.0.1:0", flag, value)
		require.Equal(t, command.ExitUsage, p.ended(t))
		require.Contains(t, p.stderr.String(), flag)
	}
	p = start(t, nil, "serve", "--data-dir", dir, "--addr", "127.0.0.1:0", "--blob-url", "file:///dev/null/blobs")
	require.Equal(t, command.ExitFailure, p.ended(t))
	require.NoDirExists(t, filepath.Join(dir, "postgres"), "all of this is known before Postgres starts")

	p = start(t, func(cmd *exec.Cmd) {
		cmd.Env = append(os.Environ(), "COVERTRACK_SMPT_URL=x", "COVERTRACK_ADDR="+freeAddr(t))
	}, "serve")
	require.Equal(t, command.ExitUsage, p.ended(t), "no database is named, and a misspelt variable may be about it")
	require.Contains(t, p.stderr.String(), "did you mean `COVERTRACK_SMTP_URL`?")

	p = start(t, nil, "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0", "--pg-bin", "/nowhere")
	require.Equal(t, command.ExitFailure, p.ended(t))
	require.Contains(t, p.stderr.String(), "/nowhere")

	p = start(t, nil, "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0", "--trusted-only")
	require.Equal(t, command.ExitUsage, p.ended(t))
	require.Contains(t, p.stderr.String(), "--documents")
}

// TestServeStopsWhileStarting is SIGTERM before it is ready: it ends as if it had been, and the next start works.
func TestServeStopsWhileStarting(t *testing.T) {
	t.Parallel()
	dir := newDataDir(t)
	p := start(t, nil, "serve", "--data-dir", dir, "--addr", "127.0.0.1:0", "--log-format", "json")
	require.Eventually(t, func() bool { return p.logged("starting the embedded Postgres") != nil }, time.Minute, time.Millisecond)
	time.Sleep(100 * time.Millisecond) // into initdb
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitOK, p.ended(t), p.stderr.String())
	require.Nil(t, p.logged("ready"))
	serveOn(t, dir, nil)
}
