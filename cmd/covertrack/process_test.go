package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// binFolder holds the program, once a test has built it.
var binFolder string

// binary is the program itself, built by the first test that runs it. Without what debuggers read it is linked sooner.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(binFolder, "covertrack")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// scratchSize is how much room the data folders of all tests need at the same time, with a reserve.
const scratchSize = 4 << 30

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	var err error
	if binFolder, err = os.MkdirTemp("", "covertrack-bin"); err == nil {
		defer func() { _ = os.RemoveAll(binFolder) }()
		err = os.Chmod(binFolder, 0o755) // other users run it too
		sharedFolder = filepath.Join(binFolder, "shared")
	}
	if !soak.Full() && err == nil {
		var hurried func() error
		if hurried, err = hurry(); err == nil {
			defer func() { _ = hurried() }()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if _, err := os.Stat(sharedFolder); err == nil {
		stopDurable(context.Background())
	}
	return code
}

// stopDurable ends the servers that the tests have shared.
func stopDurable(ctx context.Context) {
	if nodes.Wanted() {
		if shared, err := durableNodes(); err == nil {
			_ = shared.Stop(ctx)
		}
		return
	}
	if server, err := durable(); err == nil {
		_ = server.Stop(ctx)
	}
}

// hurry prepares a bounded run, in which nothing is measured. What the tests write goes to memory, if there is room. And
// since most of them wait for programs and time-outs, twice as many as there are cores run at the same time, unless
// -parallel says how many.
func hurry() (end func() error, err error) {
	folder, end, err := embedded.ScratchFolder(scratchSize)
	if err != nil {
		return nil, err
	}
	sharedFolder = filepath.Join(folder, "shared")
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		err = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	}
	open := os.Chmod(folder, 0o777|os.ModeSticky) // as the temporary folder is: other users run the program too
	return end, errors.Join(err, open, os.Setenv("TMPDIR", folder))
}

// process is one run of the program.
type process struct {
	*exec.Cmd
	stdout, stderr *lines
	done           chan struct{}
}

// start runs the program; edit may change the command, e.g. its user.
func start(t *testing.T, edit func(*exec.Cmd), args ...string) *process {
	t.Helper()
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path, args...)
	cmd.Dir = os.TempDir()
	if edit != nil {
		edit(cmd)
	}
	return begin(t, cmd)
}

// on has a command work on a database, with the key of all nodes.
func on(dsn string) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) {
		cmd.Env = append(cmd.Environ(), "COVERTRACK_DATABASE_URL="+dsn, "COVERTRACK_SIGNING_KEY="+testKey)
	}
}

// testKey is the signing key of the nodes of tests.
const testKey = "the signing key of the nodes of tests"

// begin runs a command that runs the program, until the end of the test.
func begin(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, stdout: &lines{}, stderr: &lines{}, done: make(chan struct{})}
	p.Stdout, p.Stderr = p.stdout, p.stderr
	require.NoError(t, p.Start())
	go func() {
		_ = p.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		_ = p.Process.Signal(syscall.SIGTERM)
		p.ended(t)
	})
	return p
}

// ended waits for the end and answers the exit code, -1 when it was killed.
func (p *process) ended(t *testing.T) int {
	t.Helper()
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		_ = p.Process.Kill()
		require.Fail(t, "the program did not end", p.stderr.String())
	}
	return p.ProcessState.ExitCode()
}

// logged finds the entry of the log with the message, or nil.
func (p *process) logged(message string) map[string]any {
	for line := range strings.SplitSeq(p.stderr.String(), "\n") {
		var entry map[string]any
		if json.Unmarshal([]byte(line), &entry) == nil && entry["msg"] == message {
			return entry
		}
	}
	return nil
}

// server is a running `serve`.
type server struct {
	*process
	url string
}

// serveOn starts `serve` on a data folder and a free port, and waits until it is ready. A program whose start took too
// long on a busy machine is started again, as a supervisor does.
func serveOn(t *testing.T, dir string, edit func(*exec.Cmd), args ...string) *server {
	t.Helper()
	args = append([]string{"serve", "--data-dir", dir, "--addr", "127.0.0.1:0", "--log-format", "json"}, args...)
	p := start(t, edit, args...)
	for range 3 {
		require.Eventually(t, func() bool { return p.logged("ready") != nil || p.over() }, 3*time.Minute, 5*time.Millisecond)
		if p.logged("ready") != nil || !strings.HasSuffix(p.stderr.String(), "covertrack: context deadline exceeded\n") {
			break
		}
		p = start(t, edit, args...)
	}
	ready := p.logged("ready")
	require.NotNil(t, ready, p.stderr.String())
	t.Cleanup(func() {
		for line := range strings.Lines(p.stderr.String()) {
			if t.Failed() && (strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`)) {
				t.Log(line)
			}
		}
	})
	s := &server{process: p, url: ready["url"].(string)}
	answer, err := http.Get(s.url + "/readyz")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return s
}

func (p *process) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// line runs one command of the program to its end, expects success, and answers what it printed.
func line(t *testing.T, edit func(*exec.Cmd), args ...string) string {
	t.Helper()
	p := start(t, edit, args...)
	require.Equal(t, command.ExitOK, p.ended(t), p.stderr.String())
	return strings.TrimSpace(p.stdout.String())
}

// token makes an organization and a token in a data folder.
func newToken(t *testing.T, dir string, edit func(*exec.Cmd)) string {
	t.Helper()
	org := line(t, edit, "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full", "--data-dir", dir)
	return line(t, edit, "token", "create", "--org", org, "--mode", "test", "--data-dir", dir)
}

// send sends a request and answers status and body.
func (s *server) send(method, path, token, body string, header ...string) (int, string, error) {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var b bytes.Buffer
	_, err = b.ReadFrom(answer.Body)
	return answer.StatusCode, b.String(), err
}

// stop ends a node in order.
func (s *server) stop(t *testing.T) {
	t.Helper()
	require.NoError(t, s.Process.Signal(os.Interrupt))
	require.Equal(t, command.ExitOK, s.ended(t), s.stderr.String())
}

// newDataDir is a folder that other users reach too: t.TempDir is private to us, perhaps root.
func newDataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "covertrack-var")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "var")
}

// readyDataDir is such a folder with an embedded Postgres that is migrated, as one that the program has run on before.
func readyDataDir(t *testing.T) string {
	t.Helper()
	dir := newDataDir(t)
	require.NoError(t, copyPrepared(dir))
	return dir
}

// postgresPid is the process id of a data folder's server.
func postgresPid(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
	require.NoError(t, err)
	var pid int
	_, err = fmt.Sscan(string(text), &pid)
	require.NoError(t, err)
	return pid
}

// runs tells whether a process of this id exists.
func runs(pid int) bool { return syscall.Kill(pid, 0) == nil }

// takenAddr is an address that is taken until the test ends.
func takenAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

// dueNotice records a policy that lapses in ten days, so that a letter is to be sent now. It answers the case.
func (s *server) dueNotice(t *testing.T, token string) (loan string) {
	t.Helper()
	program := s.graphQL(t, token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	broker := s.graphQL(t, token, `mutation { it: createBroker(input: {email: "broker@example.com", displayName: "A Broker"}) { id } }`)
	loan = s.create(t, token, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q,"insuranceContacts":[%q]}`, program, broker))
	end := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	s.create(t, token, "/rest/policies", fmt.Sprintf(`{"caseId":%q,"productType":"property","endDate":%q}`, loan, end))
	return loan
}

func scan(t *testing.T, dsn, query string, into ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	if len(into) == 0 {
		_, err = conn.Exec(t.Context(), query)
	} else {
		err = conn.QueryRow(t.Context(), query).Scan(into...)
	}
	require.NoError(t, err)
}

// freeAddr is an address that nobody listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}
