//go:build unix && !linux

package embedded

import "syscall"

// dieWithParent does nothing where the kernel has no such signal: the next start retires the orphan (orphan.go).
func dieWithParent(*syscall.SysProcAttr) {}
