package embedded

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	maxLog        = 10 << 20         // a larger postgres.log is renamed at the start
	maxReason     = 4 << 10          // what an error quotes of the log
	leftoversWait = 30 * time.Second // for the processes of a killed server to end
)

// bringUp starts the server of the folder that we have locked, and returns when it accepts sessions.
func (c *cluster) bringUp(ctx context.Context) (*process, error) {
	begun := time.Now()
	if err := c.awaitLeftovers(ctx); err != nil {
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

// awaitLeftovers waits until the processes of a server whose program was killed have ended, and asks the server to end
// if it runs on: since we have the lock, nobody else will. It removes the files of that server then, for Postgres refuses
// to start if any process has the pid in them, and after a restart of the machine that may be any process.
func (c *cluster) awaitLeftovers(ctx context.Context) error {
	asked := 0
	for begun := time.Now(); ; {
		pids, known := c.processes()
		if len(pids) == 0 {
			return c.removeRunFiles(known)
		}
		if time.Since(begun) > leftoversWait {
			return fmt.Errorf("processes of a former Postgres (pids %v) run on %s; end them by hand, then try again", pids, c.data)
		}
		if pid := c.postmaster(); pid != asked && slices.Contains(pids, pid) {
			asked = pid
			c.log.Warn("ending the embedded Postgres that a killed process left behind", "pid", pid)
			if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("end the Postgres left behind (pid %d): %w; end it by hand", pid, err)
			}
		}
		if err := sleep(ctx, pollEvery); err != nil {
			return err
		}
	}
}

// removeRunFiles removes the socket of a server that is gone and, if that is known, its pid file.
func (c *cluster) removeRunFiles(isGone bool) error {
	socket := filepath.Join(c.socketDir, socketName)
	paths := []string{socket, socket + ".lock"}
	if isGone {
		paths = append(paths, c.pidFile)
	}
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// launch starts the server and waits until it accepts sessions, however long its recovery takes.
func (c *cluster) launch(ctx context.Context) (*process, error) {
	if err := c.server.privateDir(c.socketDir); err != nil {
		return nil, fmt.Errorf("folder of the socket: %w", err)
	}
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
		// 57P03: it is starting or stopping. 53300: it is full. Others do not pass with time.
		if code := sqlState(err); code != "" && code != "57P03" && code != "53300" {
			return nil, errors.Join(err, c.stop(context.WithoutCancel(ctx), child, false))
		}
		select {
		case <-child.done:
			text, _ := io.ReadAll(io.NewSectionReader(log, start, maxReason)) // Without it the error only says less.
			return nil, fmt.Errorf("it exited (%s); its log %s says: %s", child.exit(), c.logFile, strings.TrimSpace(string(text)))
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), c.stop(context.WithoutCancel(ctx), child, false))
		case <-time.After(pollEvery):
		}
	}
}

func (c *cluster) command(log *os.File) *exec.Cmd {
	cmd := c.server.command(context.Background(), c.dir, filepath.Join(c.bin.dir, "postgres"), c.settings()...)
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
