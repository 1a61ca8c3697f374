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

// retireOrphan ends the server that a killed process left running, or waits for it if it is ending already. We own the
// folder, so no other process will do it. The pid comes from the kernel: it is the process that listens on our socket.
// The pid in a file may belong to another process by now.
func (c *cluster) retireOrphan(ctx context.Context) error {
	dir, err := c.runningSocket()
	if err != nil {
		return nil // No pid file, no server.
	}
	var asked int
	for deadline := time.Now().Add(ghostsWait); ; {
		pid, err := listener(filepath.Join(dir, fmt.Sprintf(".s.PGSQL.%d", port)))
		if err != nil {
			return nil // No server listens; launch handles what else may be left.
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

// listener returns the pid of the process that listens on a unix socket, 0 if it is unknown, an error if none listens.
func listener(path string) (pid int, err error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.(*net.UnixConn).SyscallConn() // It is one: the network is unix.
	if err != nil {
		return 0, err
	}
	if err := raw.Control(func(fd uintptr) { pid = peerPid(int(fd)) }); err != nil {
		return 0, err
	}
	return pid, nil
}
