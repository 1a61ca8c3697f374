package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	pollEvery  = 10 * time.Millisecond
	attachWait = time.Minute // for a server that another process runs and that does not respond
)

// acquire makes this process the owner of the cluster, or attaches to the server that another process runs.
func (c *cluster) acquire(ctx context.Context) (*Server, error) {
	if _, err := c.major(); err != nil {
		return nil, err
	}
	logged, deadline := false, time.Now().Add(attachWait)
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
		if !logged && c.Own {
			c.log.Info("another process runs the embedded Postgres; waiting for it to end", "owner", holder(c.ownerLock))
			logged = true
		}
		if err := sleep(ctx, pollEvery); err != nil || (!c.Own && time.Now().After(deadline)) {
			return nil, errors.Join(fmt.Errorf("the embedded Postgres of %s is run by another process (%s) and does not "+
				"answer; end that process, then try again", c.DataDir, holder(c.ownerLock)), err)
		}
	}
}

// own takes the owner's lock. It creates the folder if there is none.
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

// attach returns the server of the process that has the lock, or nil if it does not respond or is being stopped.
func (c *cluster) attach(ctx context.Context) *Server {
	if c.Own {
		return nil
	}
	users, err := tryLock(c.usersLock, 0, unix.LOCK_SH)
	if err != nil {
		return nil
	}
	dir, err := c.runningSocket()
	if err != nil || ping(ctx, dir) != nil {
		_ = users.Close()
		return nil
	}
	return &Server{cluster: c, socket: dir, users: users}
}

// awaitUsers waits until no process is attached, or ctx ends. Until release is called no new one can attach.
func (c *cluster) awaitUsers(ctx context.Context) (release func()) {
	for logged := false; ; logged = true {
		users, err := tryLock(c.usersLock, 0, unix.LOCK_EX)
		if err == nil {
			return func() { _ = users.Close() }
		}
		if !errors.Is(err, errHeld) || sleep(ctx, pollEvery) != nil {
			return func() {}
		}
		if !logged {
			c.log.Info("waiting for the other processes that use the embedded Postgres")
		}
	}
}

// runningSocket returns the socket folder that the running server has written into its pid file. It cannot be computed:
// the folder may depend on the TMPDIR of the process that started the server.
func (c *cluster) runningSocket() (string, error) {
	text, err := os.ReadFile(filepath.Join(c.data, "postmaster.pid"))
	if err != nil {
		return "", err
	}
	const socketLine = 4 // counted from 0
	lines := strings.Split(string(text), "\n")
	if len(lines) <= socketLine || lines[socketLine] == "" {
		return "", errors.New("the server has not written its socket yet")
	}
	return lines[socketLine], nil
}

// sleep waits for d, or until ctx ends; it then returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
