package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithParent makes the kernel ask the server for a fast shutdown when this process dies, even by kill -9.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }

// peerPid returns the pid of the process at the other end of a unix socket, or 0 if that runs in another container.
func peerPid(fd int) int {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0
	}
	return int(cred.Pid)
}

// dropStalePidFile removes postmaster.pid if no server can be running: Postgres refuses to start as long as any process
// of its user has the pid in it, and after a restart of the machine that may be any process. Every process of a server
// works in the data folder, so if none works there, there is no server. A process that we cannot inspect counts as one
// that does.
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
			return nil // There may be a server: leave the file to Postgres.
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

// workingIn returns the processes that work in the folder, as all those of a server do in its data folder.
func workingIn(dir string) (pids []int) {
	processes, _ := filepath.Glob("/proc/[0-9]*/cwd") // Only a malformed pattern fails.
	for _, link := range processes {
		if cwd, err := os.Readlink(link); err != nil || cwd != dir {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link))); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
