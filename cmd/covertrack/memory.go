package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// The live data of a server is about 10 MB, and most of the cost of a request is garbage. So garbage may grow to eight
// times the live data, but only up to a limit for each core, since the number of requests at once depends on the cores.
// The limit is soft: a node with more live data collects garbage more often, and never fails because of it.
const (
	garbagePercent = 800
	memoryPerCore  = 44 << 20
)

// collectLess makes garbage collections rarer, unless GOGC or GOMEMLIMIT is set in the environment.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(memoryPerCore * runtime.GOMAXPROCS(0)))
	}
}
