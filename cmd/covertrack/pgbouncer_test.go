//go:build program

package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

const bouncerConfig = `[databases]
* = host=%s port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = trust
auth_file = %s
pool_mode = transaction
default_pool_size = %d
`

// newBouncer runs a PgBouncer in transaction mode, with fewer connections than its clients have, before the server of a DSN;
// it answers the DSN that leads through it.
func newBouncer(t *testing.T, dsn string) string {
	t.Helper()
	return newBouncerOf(t, dsn, 5)
}

// newBouncerOf is one with so many connections.
func newBouncerOf(t *testing.T, dsn string, connections int) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/pgbouncer")
	}
	require.NoError(t, err, "install it with: apt-get install -y pgbouncer")
	config, err := pgx.ParseConfig(dsn)
	require.NoError(t, err)
	address := freeAddr(t)
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	dir := filepath.Dir(newDataDir(t))
	users, ini := filepath.Join(dir, "users.txt"), filepath.Join(dir, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(users, fmt.Appendf(nil, "%q \"\"\n", config.User), 0o644))
	require.NoError(t, os.WriteFile(ini, fmt.Appendf(nil, bouncerConfig, config.Host, config.Port, port, users, connections), 0o644))
	log := &lines{}
	supervise(t, func() *exec.Cmd {
		cmd := exec.Command(program, ini)
		cmd.SysProcAttr = asOwner(t, config.Host)
		cmd.Stderr = log
		return cmd
	}, log)
	require.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, 30*time.Second, 10*time.Millisecond, log)
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable&session_timeouts=off&default_query_exec_mode=exec", config.User, address,
		config.Database)
}

// supervise runs a program until the test ends, and again when it ends before, as the service manager of a site does:
// PgBouncer 1.18 sometimes crashes when a client of it is killed.
func supervise(t *testing.T, command func() *exec.Cmd, log fmt.Stringer) {
	t.Helper()
	cmd := command()
	require.NoError(t, cmd.Start())
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			stopped := make(chan error, 1)
			go func() { stopped <- cmd.Wait() }()
			select {
			case <-over:
				_ = cmd.Process.Kill()
				<-stopped
				return
			case err := <-stopped:
				t.Logf("%s ended by itself (%v) and is started again: %s", cmd.Path, err, log)
			}
			if cmd = command(); cmd.Start() != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		close(over)
		<-ended
	})
}

// asOwner has root run a program as the owner of a folder: PgBouncer refuses root, and nobody else reaches the socket.
func asOwner(t *testing.T, folder string) *syscall.SysProcAttr {
	t.Helper()
	info, err := os.Stat(folder)
	require.NoError(t, err)
	owner := info.Sys().(*syscall.Stat_t)
	if os.Geteuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
}

// TestSoakPgBouncer has two nodes live behind a PgBouncer in transaction mode: writes under keys from many clients, reads of
// what was written, jobs, and subscriptions by way of --direct-url.
func TestSoakPgBouncer(t *testing.T) {
	soak.Parallel(t)
	direct := emptyDurableDatabase(t)
	dsn := newBouncer(t, direct)
	mail, address := newMailbox(t)
	line(t, on(dsn), "migrate", "up")
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	token := line(t, on(dsn), "token", "create", "--org", org, "--mode", "live")
	s := nodeOn(t, dsn, "--direct-url", direct, "--smtp-url", "smtp://"+address)
	other := nodeOn(t, dsn, "--direct-url", direct, "--smtp-url", "smtp://"+address)
	require.NotContains(t, s.stderr.String(), "08P01")

	var crowds []*crowd
	for i, node := range []*server{s, other} {
		c := newCrowd(t, token, node.url)
		c.next.Store(int64(i) * 1_000_000)
		crowds = append(crowds, c)
	}
	enough := []<-chan struct{}{crowds[0].after(soak.Count(150, 5000)), crowds[1].after(soak.Count(150, 5000))}
	finish := []func(){crowds[0].press(t.Context(), 20), crowds[1].press(t.Context(), 20)}
	for i := range crowds {
		crowds[i].await(t, enough[i])
	}
	failed, tried := 0, 0
	for i, c := range crowds {
		finish[i]()
		tried += c.count()
		failed += len(c.replays(t)) + len(c.odd) + c.broken
		require.Empty(t, c.odd)
	}
	for key, body := range crowds[1].acknowledged {
		crowds[0].acknowledged[key] = body
	}
	lost, doubled, unknown := crowds[0].compare(t)
	soak.Report(t, soak.Result{
		Line: "PgBouncer", What: "creations with a key by two nodes through a pool of 5 connections", Tried: tried,
		Failed: failed + len(lost) + len(doubled) + len(unknown),
	})
	require.Zero(t, failed)
	require.Empty(t, lost)
	require.Empty(t, doubled)
	require.Empty(t, unknown)

	program := s.graphQL(t, token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	broker := s.graphQL(t, token, `mutation { it: createBroker(input: {email: "broker@example.com", displayName: "A Broker"}) { id } }`)
	loan := s.create(t, token, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q,"insuranceContacts":[%q]}`, program, broker))
	events := other.watchCase(t, token, loan)
	require.Contains(t, <-events, `"status":"OPEN"`)
	end := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	s.create(t, token, "/rest/policies", fmt.Sprintf(`{"caseId":%q,"productType":"property","endDate":%q}`, loan, end))
	// On a busy machine a job can be too late for a time-out of the few connections; then the minute's sweep is its repetition.
	require.Equal(t, "broker@example.com", mail.within(t, 90*time.Second), "the jobs run")
	status, body, err := s.send(http.MethodPost, "/rest/cases/"+loan+"/on-hold", token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
	for event := range events {
		if strings.Contains(event, `"status":"onHold"`) {
			return
		}
	}
	require.Fail(t, "the subscription did not hear of the change")
}

// watchCase subscribes to a case on a node, until the test ends.
func (s *server) watchCase(t *testing.T, token, id string) <-chan string {
	t.Helper()
	query := fmt.Sprintf(`{"query":"subscription { caseChanged(id: \"%s\") { status } }"}`, id)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/graphql", strings.NewReader(query))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + token}}
	answer, err := (&http.Client{Timeout: time.Minute}).Do(r)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	events := make(chan string, 100)
	go func() {
		defer func() { _ = answer.Body.Close() }()
		defer close(events)
		for scanner := bufio.NewScanner(answer.Body); scanner.Scan(); {
			if data, ok := strings.CutPrefix(scanner.Text(), "data: "); ok {
				events <- data
			}
		}
	}()
	return events
}

// TestPgBouncerIsSaid is what a server says of a PgBouncer in transaction mode.
func TestPgBouncerIsSaid(t *testing.T) {
	t.Parallel()
	direct := durableDatabase(t)
	dsn := newBouncer(t, direct)
	const found = "the database is behind a PgBouncer in transaction mode"
	bare, _, _ := strings.Cut(dsn, "&")
	files := []string{"--blob-url", filesOf(direct)}
	s := nodeOn(t, bare, files...)
	require.NotNil(t, s.logged(found), s.stderr.String())
	require.Equal(t, "WARN", s.logged(found)["level"])
	require.Contains(t, s.logged(found)["to_do"], "--direct-url")
	s = nodeOn(t, dsn, append(files, "--direct-url", direct)...)
	require.Equal(t, "INFO", s.logged(found)["level"], "all that it needs is set")
	require.Nil(t, nodeOn(t, direct).logged(found))
}
