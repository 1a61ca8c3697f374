package embedded

import (
	"context"
	"syscall"
)

// dieWithParent does nothing: this kernel has no such signal. The next start ends the server instead (launch.go).
func dieWithParent(*syscall.SysProcAttr) {}

// processes returns the process of the pid file while a server answers on the socket, which nobody else can have. The
// others of a server are not known.
func (c *cluster) processes() (pids []int, ok bool) {
	if pid := c.postmaster(); pid > 1 && ping(context.Background(), c.socketDir) == nil {
		return []int{pid}, false
	}
	return nil, false
}
