package embedded

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// dieWithParent makes the kernel ask the server for a fast shutdown when this process dies, even by kill -9.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }

// processes returns the processes of the cluster's servers: all of them work in the data folder. It reports ok if they
// are known, as they are where /proc is.
func (c *cluster) processes() (pids []int, ok bool) {
	links, _ := filepath.Glob("/proc/[0-9]*/cwd") // Only a malformed pattern fails.
	for _, link := range links {
		if cwd, err := os.Readlink(link); err != nil || cwd != c.data {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link))); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids, len(links) > 0
}
