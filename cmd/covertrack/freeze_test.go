//go:build program

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/relay"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// relayed is a relay before the Postgres of a DSN, and the DSN through it.
func relayed(t *testing.T, dsn string) (*relay.Relay, string) {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	require.NoError(t, err)
	r := relay.New(t, "unix", config.Host+"/.s.PGSQL.5432")
	return r, fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", config.User, r.Address(), config.Database)
}

// signalPostgres sends a signal to all processes of the server of a data folder, as one that is stopped has no backends
// that go on.
func signalPostgres(t *testing.T, dir string, signal syscall.Signal) {
	t.Helper()
	data, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres", "data"))
	require.NoError(t, err)
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	require.NoError(t, err)
	signalled := 0
	for _, link := range links {
		var pid int
		if cwd, err := os.Readlink(link); err != nil || cwd != data {
			continue
		}
		_, err := fmt.Sscanf(link, "/proc/%d/cwd", &pid)
		require.NoError(t, err)
		if syscall.Kill(pid, signal) == nil {
			signalled++
		}
	}
	require.Positive(t, signalled)
}

// allowed is how long a request may take while what it needs hangs: 5 s where the machine does nothing else.
func allowed() time.Duration {
	if soak.Full() {
		return 5 * time.Second
	}
	return 10 * time.Second
}

// patients sends requests of all kinds at the same time, and keeps how they were answered.
type patients struct {
	s      *server
	cached string // a token that has just been used

	mu      sync.Mutex
	tried   int
	served  int
	slowest time.Duration
	odd     []string
}

// kinds are the requests: a token that is cached or not, both doors, reads and writes.
func (p *patients) kinds(fresh string) map[string][4]string {
	return map[string][4]string{
		"get, cached":          {http.MethodGet, "/rest/insured-groups", p.cached, ""},
		"get, not cached":      {http.MethodGet, "/rest/cases", fresh, ""},
		"the same token again": {http.MethodGet, "/rest/policies", fresh, ""},
		"write, cached":        {http.MethodPost, "/rest/insured-groups", p.cached, `{"name":"A group"}`},
		"GraphQL": {http.MethodPost, "/graphql", p.cached,
			`{"query":"{ a: cases { nodes { id } } b: policies { nodes { id } } }"}`},
		"GraphQL, not cached": {http.MethodPost, "/graphql", fresh, `{"query":"{ cases { nodes { id } } }"}`},
		"GraphQL that writes": {http.MethodPost, "/graphql", p.cached,
			`{"query":"mutation { createInsuredGroup(input: {name: \"B\"}) { id } }"}`},
		"another write, cached": {http.MethodPost, "/rest/insured-groups", p.cached, `{"name":"Another group"}`},
	}
}

// wave sends one request of each kind and waits for the answers. It returns how many were served.
func (p *patients) wave(t *testing.T, fresh string) (served int) {
	t.Helper()
	var all sync.WaitGroup
	for name, kind := range p.kinds(fresh) {
		all.Go(func() {
			begun := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			status, body, retry, err := p.send(ctx, kind)
			took := time.Since(begun)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.tried++
			p.slowest = max(p.slowest, took)
			unavailable := status == http.StatusServiceUnavailable && retry != "" || strings.Contains(body, `"code":"unavailable"`)
			switch {
			case err != nil:
				p.odd = append(p.odd, fmt.Sprint(name, ": ", err))
			case took > allowed():
				p.odd = append(p.odd, fmt.Sprint(name, ": after ", took))
			case unavailable:
			case (status == http.StatusOK || status == http.StatusCreated) && !strings.Contains(body, `"errors":`):
				served++
			default:
				p.odd = append(p.odd, fmt.Sprint(name, ": ", status, body))
			}
		})
	}
	all.Wait()
	p.served += served
	return served
}

func (p *patients) send(ctx context.Context, kind [4]string) (status int, body, retryAfter string, err error) {
	r, err := http.NewRequestWithContext(ctx, kind[0], p.s.url+kind[1], strings.NewReader(kind[3]))
	if err != nil {
		return 0, "", "", err
	}
	r.Header.Set("Authorization", "Bearer "+kind[2])
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var text strings.Builder
	buf := make([]byte, 4096)
	for n := 0; err == nil; n, err = answer.Body.Read(buf) {
		text.Write(buf[:n])
	}
	return answer.StatusCode, text.String(), answer.Header.Get("Retry-After"), nil
}

// report counts the requests for the table, and judges them.
func (p *patients) report(t *testing.T, what, note string) {
	t.Helper()
	soak.Report(t, soak.Result{
		Line: "R10", What: what, Tried: p.tried, Failed: len(p.odd),
		Note: fmt.Sprintf("%d served, the others 503, the slowest after %s; %s", p.served, p.slowest.Round(10*time.Millisecond), note),
	})
	require.Empty(t, p.odd)
}

// freshTokens are tokens of one organization that no node has looked up.
func freshTokens(t *testing.T, dsn string, count int) []string {
	t.Helper()
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	tokens := make([]string, count)
	for i := range tokens {
		tokens[i] = line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
	}
	return tokens
}

// TestSoakR10Frozen freezes the open connections to Postgres, while new ones work. Every request is answered within 5 s, and
// what is sent 5 s later is served.
func TestSoakR10Frozen(t *testing.T) {
	soak.Parallel(t)
	rounds := soak.Count(1, 20)
	dsn := durableDatabase(t)
	between, through := relayed(t, dsn)
	s := nodeOn(t, through)
	tokens := freshTokens(t, dsn, 1+2*rounds)
	p := &patients{s: s, cached: tokens[0]}
	require.Positive(t, p.wave(t, tokens[0]))
	frozen := 0
	for round := range rounds {
		_ = p.wave(t, tokens[0])
		if round%2 == 1 {
			time.Sleep(1500 * time.Millisecond) // the connections are idle for so long that they are asked first
		}
		frozen += between.Freeze()
		begun := time.Now()
		p.wave(t, tokens[1+2*round])
		time.Sleep(5*time.Second - time.Since(begun))
		p.requireServed(t, tokens[2+2*round])
		require.True(t, s.healthy())
	}
	require.Positive(t, frozen)
	p.report(t, "requests while open connections to Postgres are frozen: answered within 5 s, served 5 s later",
		fmt.Sprintf("%d connections frozen in %d times", frozen, rounds))
}

// requireServed expects that requests of each kind are served: in a full run at once, else as soon as a busy machine can.
func (p *patients) requireServed(t *testing.T, token string) {
	t.Helper()
	patience := time.Now().Add(allowed())
	for {
		served := p.wave(t, token)
		if served == len(p.kinds("")) {
			return
		}
		require.False(t, soak.Full() || time.Now().After(patience), "%d were served", served)
	}
}

// TestSoakR10Stopped stops Postgres by SIGSTOP. Every request is answered within 5 s, and probes and metrics too; after
// SIGCONT the node is healthy again.
func TestSoakR10Stopped(t *testing.T) {
	soak.Parallel(t)
	rounds := soak.Count(1, 10)
	pg := newCluster(t)
	dsn := pg.database(t, "covertrack")
	s := nodeOn(t, dsn)
	tokens := freshTokens(t, dsn, 1+2*rounds)
	p := &patients{s: s, cached: tokens[0]}
	require.Positive(t, p.wave(t, tokens[0]))
	var slowest time.Duration
	for round := range rounds {
		_ = p.wave(t, tokens[0])
		signalPostgres(t, pg.dir, syscall.SIGSTOP)
		resumed := false
		defer func() {
			if !resumed {
				signalPostgres(t, pg.dir, syscall.SIGCONT)
			}
		}()
		require.Zero(t, p.wave(t, tokens[1+2*round]))
		for _, path := range []string{"/readyz", "/metrics", "/healthz"} {
			begun := time.Now()
			status, _, err := s.send(http.MethodGet, path, "", "")
			require.NoError(t, err, path)
			require.Equal(t, path == "/readyz", status == http.StatusServiceUnavailable, path)
			require.Less(t, time.Since(begun), allowed(), path)
		}
		require.Zero(t, p.wave(t, tokens[2+2*round]), "again, while connections are made")
		signalPostgres(t, pg.dir, syscall.SIGCONT)
		resumed = true
		back := time.Now()
		require.Eventually(t, s.healthy, time.Minute, 10*time.Millisecond)
		slowest = max(slowest, time.Since(back))
		require.Eventually(t, func() bool { return p.wave(t, tokens[0]) == len(p.kinds("")) }, 10*time.Second, 10*time.Millisecond)
	}
	p.report(t, "requests while Postgres is stopped by SIGSTOP: answered within 5 s",
		fmt.Sprintf("%d stops; healthy %s after SIGCONT at the latest", rounds, slowest.Round(time.Millisecond)))
	if soak.Full() {
		require.Less(t, slowest, 5*time.Second)
	}
}

// endWithinPromise is R10's promise of an end.
const endWithinPromise = 45 * time.Second

// requireEnds sends SIGTERM and expects the end in time.
func (s *server) requireEnds(t *testing.T, what string) {
	t.Helper()
	begun := time.Now()
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	s.ended(t)
	took := time.Since(begun)
	reason, _, _ := strings.Cut(what, ":")
	soak.Report(t, soak.Result{Line: "R10", What: "SIGTERM " + what, Tried: 1,
		Note: fmt.Sprintf("%s: %s", reason, took.Round(10*time.Millisecond))})
	require.Less(t, took, endWithinPromise)
}

// TestSoakR10Ends: a node ends in time although its embedded Postgres is stopped, which it kills. Nothing acknowledged is
// lost.
func TestSoakR10Ends(t *testing.T) {
	soak.Parallel(t)
	dir := readyDataDir(t)
	s := serveOn(t, dir, nil)
	token := newToken(t, dir, nil)
	status, body, err := s.send(http.MethodPost, "/rest/insured-groups", token, `{"name":"Kept"}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, body)
	pid := postgresPid(t, dir)
	signalPostgres(t, dir, syscall.SIGSTOP)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { _, _, _ = s.send(http.MethodGet, "/rest/insured-groups", token, "") })
	}
	time.Sleep(100 * time.Millisecond)
	s.requireEnds(t, "while the embedded Postgres is stopped: ends within 45 s, and kills it")
	all.Wait()
	require.False(t, runs(pid))
	s = serveOn(t, dir, nil)
	_, body, err = s.send(http.MethodGet, "/rest/insured-groups", token, "")
	require.NoError(t, err)
	require.Contains(t, body, "Kept")
}

// TestSoakR10Store: the object store accepts connections and says nothing. What needs files is 503 in time, everything
// else is served, and the node ends.
func TestSoakR10Store(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R10", "requests while the object store says nothing: 503 within 5 s for files, else served")
	files := relay.New(t, "", "")
	s, token := hangingNode(t, "--blob-url", "s3://bucket?region=us-east-1&use_path_style=true&endpoint=http://"+files.Address())
	loan := s.dueNotice(t, token)
	status, body, err := s.send(http.MethodPost, "/rest/documents/sign-urls", token,
		`{"docs":[{"fileName":"a.pdf","fileType":"application/pdf"}]}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
	key := between(body, `"directUploadKey":"`, `"`)
	for range soak.Count(1, 10) {
		tally.Tried(2)
		begun := time.Now()
		status, body, err = s.send(http.MethodPost, "/rest/documents", token,
			`{"docs":[{"caseId":"`+loan+`","fileName":"a.pdf","directUploadKey":"`+key+`"}]}`)
		require.NoError(t, err)
		require.Equal(t, http.StatusServiceUnavailable, status, body)
		require.Less(t, time.Since(begun), allowed())
		status, body, err = s.send(http.MethodGet, "/rest/cases", token, "")
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status, body)
	}
	begun := time.Now()
	require.False(t, s.healthy())
	require.Less(t, time.Since(begun), allowed())
	s.requireEnds(t, "while the object store says nothing: ends within 45 s")
}

// TestSoakR10Mail: the mail server accepts connections and says nothing. Requests are served, and the node ends while a
// letter waits.
func TestSoakR10Mail(t *testing.T) {
	soak.Parallel(t)
	mails := relay.New(t, "", "")
	s, token := hangingNode(t, "--smtp-url", "smtp://"+mails.Address()+"?tls=none")
	s.dueNotice(t, token)
	require.Eventually(t, func() bool { return mails.Taken() > 0 }, time.Minute, 10*time.Millisecond, "a letter is to be sent")
	status, body, err := s.send(http.MethodGet, "/rest/cases", token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
	s.requireEnds(t, "while a letter waits for a mail server that says nothing: ends within 45 s")
}

// hangingNode starts a node with something that hangs, and makes a token.
func hangingNode(t *testing.T, args ...string) (s *server, token string) {
	t.Helper()
	dsn := durableDatabase(t)
	args = append([]string{"serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0", "--log-format", "json"}, args...)
	started := start(t, func(cmd *exec.Cmd) {
		on(dsn)(cmd)
		cmd.Env = append(cmd.Env, "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret", "AWS_EC2_METADATA_DISABLED=true")
	}, args...)
	require.Eventually(t, func() bool { return started.logged("ready") != nil || started.over() }, time.Minute, 5*time.Millisecond)
	ready := started.logged("ready")
	require.NotNil(t, ready, started.stderr.String())
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	return &server{process: started, url: ready["url"].(string)}, line(t, on(dsn), "token", "create", "--org", org, "--mode", "live")
}

// between is the text between two others.
func between(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, _ = strings.Cut(text, after)
	return text
}
