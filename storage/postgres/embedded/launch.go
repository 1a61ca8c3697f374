package embedded

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	maxLog     = 10 << 20         // postgres.log is set aside at a start when it is larger
	ghostsWait = 30 * time.Second // for what a killed process left behind
)

// bringUp turns the folder we own into a server that answers.
func (c *cluster) bringUp(ctx context.Context) (*process, error) {
	begun := time.Now()
	if err := c.retireOrphan(ctx); err != nil {
		return nil, err
	}
	if err := c.initialise(ctx); err != nil {
		return nil, fmt.Errorf("create the embedded Postgres in %s: %w", c.dir, err)
	}
	child, err := c.launch(ctx)
	if err != nil {
		return nil, fmt.Errorf("start the embedded Postgres of %s: %w", c.dir, err)
	}
	c.log.Info("embedded Postgres is ready", "version", c.bin.major, "data", c.data, "took", time.Since(begun))
	return child, nil
}

// launch starts the server and waits until it answers. Backends of a server that was killed live on for a moment, in which
// Postgres refuses to start: then it tries again.
func (c *cluster) launch(ctx context.Context) (*process, error) {
	if err := c.clearRunFiles(); err != nil {
		return nil, err
	}
	deadline := time.Now().Add(ghostsWait)
	for {
		child, err := c.attempt(ctx)
		if err == nil {
			return child, nil
		}
		if !errors.Is(err, errGhosts) || time.Now().After(deadline) {
			return nil, err
		}
		if err := errors.Join(c.dropStalePidFile(), sleep(ctx, 5*pollEvery)); err != nil {
			return nil, err
		}
	}
}

// clearRunFiles prepares what a run needs: the socket's folder, empty, and the lock of those that attach.
func (c *cluster) clearRunFiles() error {
	if err := c.server.privateDir(c.socketDir); err != nil {
		return fmt.Errorf("folder of the socket: %w", err)
	}
	// A killed server leaves its socket's lock file, whose pid may by now be somebody else's: Postgres would refuse.
	socket := filepath.Join(c.socketDir, fmt.Sprintf(".s.PGSQL.%d", port))
	for _, path := range []string{socket, socket + ".lock"} {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	users, err := os.OpenFile(c.usersLock, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(users.Close(), c.server.give(c.usersLock))
}

// errGhosts: a former server's processes are not all gone.
var errGhosts = errors.New("processes of a former server are still there")

// attempt starts the server once and waits until it answers, however long recovery takes.
func (c *cluster) attempt(ctx context.Context) (*process, error) {
	log, start, err := c.openLog()
	if err != nil {
		return nil, err
	}
	child, err := spawn(c.command(log))
	err = closing(err, log)
	if err != nil {
		return nil, err
	}
	for {
		err := answers(ctx, c.socketDir)
		if err == nil {
			return child, nil
		}
		if refusesUs(err) {
			return nil, errors.Join(err, child.stop(context.WithoutCancel(ctx), false))
		}
		select {
		case <-child.done:
			return nil, c.explain(child, start)
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), child.stop(context.WithoutCancel(ctx), false))
		case <-time.After(pollEvery):
		}
	}
}

func (c *cluster) command(log *os.File) *exec.Cmd {
	cmd := c.server.command(context.Background(), c.dir, c.dir, c.bin.program("postgres"), c.settings()...)
	cmd.Stdout, cmd.Stderr = log, log // Never our own: whoever reads our output would wait for the server's end.
	dieWithParent(cmd.SysProcAttr)
	return cmd
}

// openLog opens the server's log for appending and tells where this start's part begins.
func (c *cluster) openLog() (*os.File, int64, error) {
	if info, err := os.Stat(c.logFile); err == nil && info.Size() > maxLog {
		if err := os.Rename(c.logFile, c.logFile+".1"); err != nil {
			return nil, 0, err
		}
	}
	f, err := os.OpenFile(c.logFile, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, 0, err
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err := errors.Join(err, c.server.give(c.logFile)); err != nil {
		return nil, 0, closing(err, f)
	}
	return f, end, nil
}

// explain says why the server exited at its start, in the words of its log.
func (c *cluster) explain(child *process, start int64) error {
	const enough = 4 << 10
	var said string
	if f, err := os.Open(c.logFile); err == nil {
		text, _ := io.ReadAll(io.NewSectionReader(f, start, enough)) // Less to say, no less to do.
		said = strings.TrimSpace(string(text))
		_ = f.Close()
	}
	err := fmt.Errorf("it exited (%s); its log %s says: %s", child.exit(), c.logFile, said)
	if strings.Contains(said, "postmaster.pid\" already exists") || strings.Contains(said, "shared memory block") {
		return fmt.Errorf("%w: %w", errGhosts, err)
	}
	return err
}
