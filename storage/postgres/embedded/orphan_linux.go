package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// peerPid is the pid of the process at the other end of a unix socket, 0 when it is in a container of its own.
func peerPid(fd int) int {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0
	}
	return int(cred.Pid)
}

// dropStalePidFile removes postmaster.pid when it certainly is a relic: Postgres refuses to start for as long as any
// process of its user has the pid in it, which after a restart of the machine may be anyone. Every process of a server
// works in the data folder; if none does, there is no server. A process that we may not look at counts as one that does.
func (c *cluster) dropStalePidFile() error {
	processes, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(processes) == 0 {
		return err
	}
	self := strconv.Itoa(os.Getpid())
	for _, link := range processes {
		if link == "/proc/"+self+"/cwd" {
			continue
		}
		cwd, err := os.Readlink(link)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH) {
			continue
		}
		if errors.Is(err, fs.ErrPermission) && !c.server.owns(filepath.Dir(link)) {
			continue
		}
		if err != nil || cwd == c.data {
			return nil // Cannot tell: leave it to Postgres.
		}
	}
	path := filepath.Join(c.data, "postmaster.pid")
	c.log.Warn("removing the pid file of a server that is gone", "file", path)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a stale pid file: %w", err)
	}
	return nil
}

// owns reports whether path belongs to the server's user.
func (id identity) owns(path string) bool {
	owner, _, err := firstOwner([]string{path})
	return err == nil && owner.uid == id.uid
}
