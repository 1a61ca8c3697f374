package embedded

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"syscall"
	"time"
)

// retireOrphan ends the server that a killed process left running: we own the folder, so nobody else will. Its pid comes
// from the kernel, as the process that listens on our socket; a pid file may name an innocent one. A server that is ending
// already is waited for.
func (c *cluster) retireOrphan(ctx context.Context) error {
	dir, err := c.runningSocket()
	if err != nil {
		return nil // No pid file, no server.
	}
	var asked int
	for deadline := time.Now().Add(ghostsWait); ; {
		pid, err := listener(filepath.Join(dir, fmt.Sprintf(".s.PGSQL.%d", port)))
		if err != nil {
			return nil // Nobody listens; what else may be left, launch sees to.
		}
		if pid <= 1 || time.Now().After(deadline) {
			return fmt.Errorf("a Postgres that this process cannot end (pid %d) runs on %s; end it by hand, then try again", pid,
				c.data)
		}
		if pid != asked {
			c.log.Warn("ending the embedded Postgres that a killed process left behind", "pid", pid)
			if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("end the Postgres left behind (pid %d): %w; end it by hand", pid, err)
			}
			asked = pid
		}
		if err := sleep(ctx, pollEvery); err != nil {
			return err
		}
	}
}

// listener is the pid of the process that listens on a unix socket, 0 when it cannot be told; an error when there is none.
func listener(path string) (pid int, err error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.(*net.UnixConn).SyscallConn() // Dialled as unix.
	if err != nil {
		return 0, err
	}
	if err := raw.Control(func(fd uintptr) { pid = peerPid(int(fd)) }); err != nil {
		return 0, err
	}
	return pid, nil
}
