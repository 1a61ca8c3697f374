package engine

import "time"

// SetWakeEvery sets how often watchers are woken without a change. It must be called before there are any.
func SetWakeEvery(e *Engine, every time.Duration) { e.changes.every = every }
