package embedded

import "golang.org/x/sys/unix"

// peerPid returns the pid of the process at the other end of a unix socket, or 0 if it is unknown.
func peerPid(fd int) int {
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		return 0
	}
	return pid
}
