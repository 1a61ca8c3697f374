package embedded

import "golang.org/x/sys/unix"

// peerPid is the pid of the process at the other end of a unix socket, 0 when it cannot be told.
func peerPid(fd int) int {
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		return 0
	}
	return pid
}
