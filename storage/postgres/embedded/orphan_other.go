//go:build unix && !linux

package embedded

// dropStalePidFile leaves the pid file alone where there is no /proc to prove that it is a relic.
func (c *cluster) dropStalePidFile() error { return nil }
