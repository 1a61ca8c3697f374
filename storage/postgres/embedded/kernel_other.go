//go:build unix && !linux

package embedded

import "syscall"

// dieWithParent does nothing: this kernel has no such signal. The next start ends the server instead (orphan.go).
func dieWithParent(*syscall.SysProcAttr) {}

// dropStalePidFile leaves the pid file alone: without /proc nothing proves that the server is gone.
func (c *cluster) dropStalePidFile() error { return nil }
