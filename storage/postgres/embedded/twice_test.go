package embedded

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStartTwice(t *testing.T) {
	t.Parallel()

	t.Run("short_command_uses_the_server_that_stays", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := startOwn(t, dir)
		execute(t, s.DSN("postgres"), "CREATE TABLE kept AS SELECT 42 AS n")
		h := startHelper(t, "start", dir)
		require.False(t, h.owned)
		require.Equal(t, 42, value[int](t, h.dsn, "SELECT n FROM kept"))
		h.finish(t)
		require.Equal(t, 42, value[int](t, s.DSN("postgres"), "SELECT n FROM kept"))
	})

	t.Run("and_needs_no_binaries", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		startOwn(t, dir)
		h := startHelper(t, "start", dir, func(cmd *exec.Cmd) {
			cmd.Env, cmd.Dir = append(cmd.Env, SearchEnv+"=", "COVERTRACK_TEST_BIN="), "/"
		})
		require.False(t, h.owned)
		h.finish(t)
	})

	t.Run("environment_of_the_user_does_not_matter", func(t *testing.T) {
		t.Parallel()
		h := startHelper(t, "start", dataDir(t), func(cmd *exec.Cmd) {
			cmd.Env = append(cmd.Env, "PGDATA=/nowhere", "PGPORT=1", "PGHOST=nowhere", "PGUSER=nobody", "PGOPTIONS=-c nonsense=1",
				"PGSSLMODE=require", "LC_ALL=xx_YY", "HOME=/nowhere", "PGDATABASE=nowhere")
		})
		require.Equal(t, 1, value[int](t, h.dsn, "SELECT 1"))
		h.finish(t)
	})

	t.Run("simultaneous_starts", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		owners := make(chan bool)
		for range 4 {
			go func() {
				s, err := Start(t.Context(), Config{DataDir: dir, Logger: quiet})
				if err != nil {
					t.Error(err)
					owners <- false
					return
				}
				owners <- s.Owned()
				if err := s.Stop(t.Context()); err != nil {
					t.Error(err)
				}
			}()
		}
		owned := 0
		for range 4 {
			if <-owners {
				owned++
			}
		}
		require.Positive(t, owned)
	})

	t.Run("short_commands_wait_for_each_other", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		started := make(chan *Server)
		go func() {
			second, err := Start(t.Context(), Config{DataDir: dir, Logger: quiet})
			if err != nil {
				t.Error(err)
			}
			started <- second
		}()
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, 1, value[int](t, s.DSN("postgres"), "SELECT 1"))
		require.NoError(t, s.Stop(t.Context()))
		second := <-started
		require.True(t, second.Owned())
		require.NoError(t, second.Stop(t.Context()))
	})

	t.Run("one_that_may_not_wait_says_who_runs", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		h := startHelper(t, "start", dir)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := Start(ctx, Config{DataDir: dir, Own: true, Logger: quiet})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "pid "+strconv.Itoa(h.cmd.Process.Pid))
		h.finish(t)
	})

	t.Run("long_owner_waits_for_the_short_one", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		h := startHelper(t, "start", dir)
		started := make(chan *Server)
		go func() {
			s, err := Start(t.Context(), Config{DataDir: dir, Own: true, Logger: quiet})
			if err != nil {
				t.Error(err)
			}
			started <- s
		}()
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, 1, value[int](t, h.dsn, "SELECT 1"))
		h.finish(t)
		s := <-started
		require.True(t, s.Owned())
		require.NoError(t, s.Stop(t.Context()))
	})
}

func TestLock(t *testing.T) {
	t.Parallel()

	t.Run("says_who_runs", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		h := startHelper(t, "lock", dir)
		_, err := Lock(dir)
		require.ErrorIs(t, err, ErrRunning)
		require.ErrorContains(t, err, "pid "+strconv.Itoa(h.cmd.Process.Pid))
		h.kill(t)
		release, err := Lock(dir)
		require.NoError(t, err, "the lock ends with its holder")
		release()
	})

	t.Run("release", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		release, err := Lock(dir)
		require.NoError(t, err)
		_, err = Lock(dir)
		require.ErrorContains(t, err, "pid "+strconv.Itoa(os.Getpid()))
		release()
		release, err = Lock(dir)
		require.NoError(t, err)
		release()
	})
}
