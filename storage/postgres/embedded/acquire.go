package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const (
	pollEvery  = 10 * time.Millisecond
	attachWait = time.Minute // for a server that another process holds but that never answers
)

// acquire makes this process the owner of the cluster, or attaches it to the server that another process runs.
func (c *cluster) acquire(ctx context.Context) (*Server, error) {
	if _, err := c.major(); err != nil {
		return nil, err
	}
	told, deadline := false, time.Now().Add(attachWait)
	for {
		owner, err := c.own()
		if err == nil {
			return &Server{cluster: c, owner: owner}, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, err
		}
		if s := c.attach(ctx); s != nil {
			return s, nil
		}
		if !told && c.Own {
			c.log.Info("another process runs the embedded Postgres; waiting for it to end", "owner", holder(c.ownerLock))
			told = true
		}
		if err := sleep(ctx, pollEvery); err != nil || (!c.Own && time.Now().After(deadline)) {
			return nil, errors.Join(fmt.Errorf("the embedded Postgres of %s is run by another process (%s) and does not answer; "+
				"end that process, then try again", c.DataDir, holder(c.ownerLock)), err)
		}
	}
}

// own takes the owner's lock, creating the folder when there is none yet.
func (c *cluster) own() (*fileLock, error) {
	lock, err := tryLock(c.ownerLock, 0, unix.LOCK_EX)
	if errors.Is(err, fs.ErrNotExist) {
		if err := c.prepare(); err != nil {
			return nil, err
		}
		lock, err = tryLock(c.ownerLock, os.O_CREATE, unix.LOCK_EX)
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("%w: %w; run as the user it belongs to, or as root", ErrDataDir, err)
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.prepare(), c.server.give(c.ownerLock), lock.sign()); err != nil {
		return nil, closing(err, lock)
	}
	return lock, nil
}

// attach returns the server of the lock's holder if it answers and is not about to be stopped, else nil.
func (c *cluster) attach(ctx context.Context) *Server {
	if c.Own {
		return nil
	}
	users, err := tryLock(c.usersLock, 0, unix.LOCK_SH)
	if err != nil {
		return nil
	}
	dir, err := c.runningSocket()
	if err == nil {
		err = answers(ctx, dir)
	}
	if err != nil {
		_ = users.Close()
		return nil
	}
	return &Server{cluster: c, socket: dir, users: users}
}

// awaitUsers waits until no process is attached, or ctx ends, and keeps new ones away until the returned function is called.
func (c *cluster) awaitUsers(ctx context.Context) (release func()) {
	for told := false; ; told = true {
		users, err := tryLock(c.usersLock, 0, unix.LOCK_EX)
		if err == nil {
			return func() { _ = users.Close() }
		}
		if !errors.Is(err, errHeld) || sleep(ctx, pollEvery) != nil {
			return func() {}
		}
		if !told {
			c.log.Info("waiting for the other processes that use the embedded Postgres")
		}
	}
}

// runningSocket is the socket folder that the running server wrote down. It is asked, not computed, since a folder below
// the temporary one depends on the environment of the process that started it.
func (c *cluster) runningSocket() (string, error) {
	f, err := os.Open(filepath.Join(c.data, "postmaster.pid"))
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	const socketLine = 5
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if n == socketLine && lines.Text() != "" {
			return lines.Text(), nil
		}
	}
	return "", errors.Join(errors.New("the server has not written its socket yet"), lines.Err())
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
