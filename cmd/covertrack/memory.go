package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// What lives in a server is some 10 MB, and the garbage of requests is the greater part of their cost. So garbage may grow to eight
// times of what lives, but not beyond an amount for each core, which is what the number of requests at once goes by. The limit is
// a soft one: a node that has more to remember collects more often and never fails by it.
const (
	garbagePercent = 800
	memoryPerCore  = 44 << 20
)

// collectLess sets what GOGC and GOMEMLIMIT in the environment do not say.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(memoryPerCore * runtime.GOMAXPROCS(0)))
	}
}
