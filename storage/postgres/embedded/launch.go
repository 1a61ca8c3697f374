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
	maxLog     = 10 << 20         // a larger postgres.log is renamed at the start
	maxReason  = 4 << 10          // what an error quotes of the log
	ghostsWait = 30 * time.Second // for the processes of a killed server to end
)

// bringUp starts the server of the folder that we own, and returns when it accepts sessions.
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

// launch starts the server and waits until it accepts sessions. If a server was killed, its backends live on for a
// moment and Postgres refuses to start; launch then tries again.
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

// clearRunFiles makes the folder of the socket, without an old socket, and the file that attached processes lock.
func (c *cluster) clearRunFiles() error {
	if err := c.server.privateDir(c.socketDir); err != nil {
		return fmt.Errorf("folder of the socket: %w", err)
	}
	// A killed server leaves the lock file of its socket. If another process has its pid by now, Postgres refuses to
	// start.
	socket := filepath.Join(c.socketDir, fmt.Sprintf(".s.PGSQL.%d", port))
	for _, path := range []string{socket, socket + ".lock"} {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.WriteFile(c.usersLock, nil, 0o600), c.server.give(c.usersLock))
}

// errGhosts means that a former server's processes have not all ended.
var errGhosts = errors.New("processes of a former server are still there")

// attempt starts the server once and waits until it accepts sessions, however long its recovery takes.
func (c *cluster) attempt(ctx context.Context) (*process, error) {
	log, start, err := c.openLog()
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	child, err := spawn(c.command(log))
	if err != nil {
		return nil, err
	}
	for {
		err := ping(ctx, c.socketDir)
		if err == nil {
			return child, nil
		}
		if isFinal(err) {
			return nil, errors.Join(err, child.stop(context.WithoutCancel(ctx), false, c.data))
		}
		select {
		case <-child.done:
			return nil, c.explain(child, io.NewSectionReader(log, start, maxReason))
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), child.stop(context.WithoutCancel(ctx), false, c.data))
		case <-time.After(pollEvery):
		}
	}
}

func (c *cluster) command(log *os.File) *exec.Cmd {
	cmd := c.server.command(context.Background(), c.dir, c.bin.program("postgres"), c.settings()...)
	cmd.Stdout, cmd.Stderr = log, log // Never ours: a reader of our output would then wait for the server to end.
	dieWithParent(cmd.SysProcAttr)
	return cmd
}

// openLog opens the server's log for appending and returns its end, where the part of this start begins.
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

// explain returns why the server exited at its start: the first lines that it logged.
func (c *cluster) explain(child *process, log io.Reader) error {
	text, _ := io.ReadAll(log) // Without it the error only says less.
	said := strings.TrimSpace(string(text))
	err := fmt.Errorf("it exited (%s); its log %s says: %s", child.exit(), c.logFile, said)
	if strings.Contains(said, "postmaster.pid\" already exists") || strings.Contains(said, "shared memory block") {
		return fmt.Errorf("%w: %w", errGhosts, err)
	}
	return err
}
