package main

import (
	"os"
	"runtime/debug"
)

// garbagePercent lets garbage grow to four times of what lives before it is collected: what lives is some 10 MB, so that each
// collection costs more than the memory it gives back is worth. GOGC in the environment has precedence.
const garbagePercent = 400

func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}
