package embedded

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
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
)

// helperEnv turns the test binary into another process of the program: "start", "own" or "ephemeral".
const helperEnv = "COVERTRACK_TEST_HELPER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(helperEnv); mode != "" {
		os.Exit(runHelper(mode, os.Getenv("COVERTRACK_TEST_DIR")))
	}
	code := m.Run()
	if shared.server != nil {
		if err := shared.server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// runHelper starts a server, says how it went, and stops when its standard input ends, as an orderly process would.
func runHelper(mode, dir string) int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var s *Server
	var err error
	switch mode {
	case "ephemeral":
		s, err = StartEphemeral(ctx)
	case "lock":
		_, err = Lock(dir)
		s = &Server{cluster: &cluster{}}
	default:
		s, err = Start(ctx, Config{
			DataDir: dir, BinDir: os.Getenv("COVERTRACK_TEST_BIN"), Own: mode == "own", Logger: quiet,
		})
	}
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	fmt.Println(s.DSN("postgres"), s.Owned())
	_, _ = io.Copy(io.Discard, os.Stdin)
	if mode == "lock" {
		return 0
	}
	if err := s.Stop(ctx); err != nil {
		fmt.Println("error:", err)
		return 1
	}
	return 0
}

// helper is another process of the program.
type helper struct {
	cmd   *exec.Cmd
	stdin io.Closer
	dsn   string
	owned bool
}

// startHelper starts one and waits for its report; edit may change the command, e.g. its user.
func startHelper(t *testing.T, mode, dir string, edit ...func(*exec.Cmd)) *helper {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	bin, err := findBinaries("", 0)
	require.NoError(t, err)
	cmd.Env = append(os.Environ(), helperEnv+"="+mode, "COVERTRACK_TEST_DIR="+dir, "COVERTRACK_TEST_BIN="+bin.dir)
	cmd.Stderr = os.Stderr
	for _, e := range edit {
		e(cmd)
	}
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	h := &helper{cmd: cmd, stdin: stdin}
	t.Cleanup(func() { _ = h.cmd.Process.Kill(); _ = h.cmd.Wait() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err, "the helper said nothing")
	require.NotContains(t, line, "error:")
	_, err = fmt.Sscan(line, &h.dsn, &h.owned)
	require.NoError(t, err, line)
	return h
}

// kill ends the helper as `kill -9` does.
func (h *helper) kill(t *testing.T) {
	t.Helper()
	require.NoError(t, h.cmd.Process.Signal(syscall.SIGKILL))
	_ = h.cmd.Wait()
}

// finish lets the helper end in order.
func (h *helper) finish(t *testing.T) {
	t.Helper()
	require.NoError(t, h.stdin.Close())
	require.NoError(t, h.cmd.Wait())
}

var quiet = slog.New(slog.DiscardHandler)

// shared is the server of the tests that only need one.
var shared struct {
	once   sync.Once
	server *Server
	err    error
}

func sharedServer(t *testing.T) *Server {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = StartEphemeral(context.Background()) })
	require.NoError(t, shared.err)
	return shared.server
}

// dataDir is a new folder that the server's user can reach: t.TempDir is below a folder private to us, perhaps root.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "covertrack-pg")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "var")
}

// start starts a durable server in dir as a short command does, stopped at the test's end.
func start(t *testing.T, dir string) *Server {
	return startWith(t, Config{DataDir: dir, Logger: quiet})
}

// startOwn is start for a process that lives long.
func startOwn(t *testing.T, dir string) *Server {
	return startWith(t, Config{DataDir: dir, Own: true, Logger: quiet})
}

func startWith(t *testing.T, c Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Stop(context.Background())) })
	return s
}

func session(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func execute(t *testing.T, dsn string, statements ...string) {
	t.Helper()
	conn := session(t, dsn)
	for _, statement := range statements {
		_, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close(t.Context()))
}

func value[T any](t *testing.T, dsn, query string) T {
	t.Helper()
	conn := session(t, dsn)
	var v T
	require.NoError(t, conn.QueryRow(t.Context(), query).Scan(&v))
	require.NoError(t, conn.Close(t.Context()))
	return v
}

// tree describes all files below dir, so that two of them tell whether anything was touched.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil {
			fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime().Format(time.RFC3339Nano))
		}
		return err
	}))
	return b.String()
}
