package embedded

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithParent does nothing: this kernel has no such signal. The next start ends the server instead (process.go).
func dieWithParent(*syscall.SysProcAttr) {}

// dropStalePidFile leaves the pid file alone: without /proc nothing proves that the server is gone.
func (c *cluster) dropStalePidFile() error { return nil }

// peerPid returns the pid of the process at the other end of a unix socket, or 0 if it is unknown.
func peerPid(fd int) int {
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		return 0
	}
	return pid
}

// workingIn returns no process: without /proc it is not known which work in a folder.
func workingIn(string) []int { return nil }
