package embedded

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestKill(t *testing.T) {
	t.Parallel()

	t.Run("program_killed_loses_nothing", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		total := 0
		for round := range 3 {
			h := startHelper(t, "own", dir)
			require.True(t, h.owned)
			if round == 0 {
				execute(t, h.dsn, "CREATE TABLE kept (n bigserial)")
			}
			acknowledged := writer(t, session(t, h.dsn))
			time.Sleep(200 * time.Millisecond)
			h.kill(t)
			s := start(t, dir) // At once, while the former server still shuts down.
			total += acknowledged()
			require.GreaterOrEqual(t, value[int](t, s.DSN("postgres"), "SELECT count(*) FROM kept"), total)
			require.NoError(t, s.Stop(t.Context()))
		}
		require.Positive(t, total)
	})

	t.Run("server_killed_leaves_a_busy_backend", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		execute(t, s.DSN("postgres"), "CREATE TABLE kept AS SELECT 42 AS n")
		conn := session(t, s.DSN("postgres"))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = conn.Exec(context.Background(), `DO $$ DECLARE until timestamptz := clock_timestamp() + interval '2 seconds';
				BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END $$`)
		}()
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, syscall.Kill(s.Pid(), syscall.SIGKILL))
		requireClosed(t, s.Done())
		require.NoError(t, s.Stop(t.Context()))

		s = start(t, dir)
		require.Equal(t, 42, value[int](t, s.DSN("postgres"), "SELECT n FROM kept"))
		requireClosed(t, ended)
	})

	t.Run("orphan_is_retired", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		execute(t, s.DSN("postgres"), "CREATE TABLE kept AS SELECT 42 AS n")
		require.NoError(t, s.Stop(t.Context()))
		orphan := s.cluster.command(nil) // As where the kernel does not tell it of our death.
		orphan.Stdout, orphan.Stderr = nil, nil
		child, err := spawn(orphan)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return ping(t.Context(), s.cluster.socketDir) == nil }, 10*time.Second, pollEvery)

		s = start(t, dir)
		require.True(t, s.Owned())
		requireClosed(t, child.done)
		require.Equal(t, 42, value[int](t, s.DSN("postgres"), "SELECT n FROM kept"))
	})

	t.Run("pid_file_names_an_innocent_process", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		require.NoError(t, s.Stop(t.Context()))
		innocent, err := spawn(s.cluster.server.command(context.Background(), "/", "/bin/sleep", "60"))
		require.NoError(t, err)
		t.Cleanup(func() { _ = innocent.signal(os.Kill); <-innocent.done })
		stale := fmt.Sprintf("%d\n%s\n1\n5432\n%s\n\n", innocent.cmd.Process.Pid, s.cluster.data, s.cluster.socketDir)
		path := filepath.Join(s.cluster.data, "postmaster.pid")
		require.NoError(t, os.WriteFile(path, []byte(stale), 0o600))
		require.NoError(t, s.cluster.server.give(path))

		start(t, dir)
		require.NoError(t, innocent.signal(syscall.Signal(0)), "it lives")
	})
}

func TestStartEphemeral(t *testing.T) {
	t.Parallel()

	t.Run("stop_removes_the_folder", func(t *testing.T) {
		t.Parallel()
		begun := time.Now()
		s, err := StartEphemeral(t.Context())
		require.NoError(t, err)
		t.Logf("cold start: %s", time.Since(begun))
		require.Equal(t, "off", value[string](t, s.DSN("postgres"), "SHOW fsync"))
		require.NoError(t, s.Stop(t.Context()))
		require.NoDirExists(t, s.cluster.DataDir)
	})

	t.Run("leftovers_of_a_killed_run_are_swept", func(t *testing.T) {
		t.Parallel()
		living := sharedServer(t)
		h := startHelper(t, "ephemeral", "")
		dir := value[string](t, h.dsn, "SHOW data_directory")
		folder := strings.TrimSuffix(dir, "/postgres/data")
		require.DirExists(t, folder)
		h.kill(t)
		require.Eventually(t, func() bool {
			sweep(filepath.Dir(folder))
			_, err := os.Stat(folder)
			return os.IsNotExist(err)
		}, 10*time.Second, 50*time.Millisecond)
		require.NoDirExists(t, folder)
		require.Equal(t, 1, value[int](t, living.DSN("postgres"), "SELECT 1"), "the living are spared")
	})
}

// ordinary makes the helper run as an ordinary user. Where the tests do not run as root, it is one already.
func ordinary(t *testing.T, dir string) func(*exec.Cmd) {
	t.Helper()
	return func(cmd *exec.Cmd) {
		if os.Geteuid() != 0 {
			return
		}
		id, err := identify(dir, dir)
		require.NoError(t, err)
		exe := filepath.Join(filepath.Dir(dir), "helper")
		program, err := os.ReadFile(cmd.Path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(exe, program, 0o755)) // Others run it.
		require.NoError(t, os.Mkdir(dir, 0o755))              // As the program does.
		require.NoError(t, id.give(dir))
		cmd.Path, cmd.Dir = exe, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}}
	}
}

func TestStartAsOrdinaryUser(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	h := startHelper(t, "start", dir, ordinary(t, dir))
	require.True(t, h.owned)
	execute(t, h.dsn, "CREATE TABLE kept AS SELECT 42 AS n")
	h.finish(t)

	// Root keeps the folder's user; an ordinary user is that user.
	s := start(t, dir)
	require.Equal(t, 42, value[int](t, s.DSN("postgres"), "SELECT n FROM kept"))
	require.NoError(t, s.Stop(t.Context()))
	h = startHelper(t, "start", dir, func(cmd *exec.Cmd) {
		if os.Geteuid() == 0 {
			id, err := identify(s.cluster.data)
			require.NoError(t, err)
			cmd.Path, cmd.Dir = filepath.Join(filepath.Dir(dir), "helper"), "/"
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}}
		}
	})
	require.Equal(t, 42, value[int](t, h.dsn, "SELECT n FROM kept"))
	h.finish(t)
}

// TestStopStopped: a server that is stopped by SIGSTOP, with all its backends, is killed. What was committed is there after
// the next start.
func TestStopStopped(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, dir)
	execute(t, s.DSN("postgres"), "CREATE TABLE kept AS SELECT 42 AS n")
	session(t, s.DSN("postgres"))
	pids, _ := s.cluster.processes()
	for _, pid := range pids {
		require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	}
	begun := time.Now()
	require.NoError(t, s.Stop(t.Context()), "it does not wait for the context")
	require.Less(t, time.Since(begun), pingWithin+quitWithin+killWithin)
	requireClosed(t, s.Done())
	pids, _ = s.cluster.processes()
	require.Empty(t, pids)

	s = start(t, dir)
	require.Equal(t, 42, value[int](t, s.DSN("postgres"), "SELECT n FROM kept"))
	require.NoError(t, s.Stop(t.Context()))
}
