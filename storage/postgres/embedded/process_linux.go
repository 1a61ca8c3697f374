package embedded

import "syscall"

// dieWithParent makes the kernel ask the server for a fast shutdown when we die, even by kill -9.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
