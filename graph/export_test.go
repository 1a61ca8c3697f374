package graph

import "time"

// LookAgain sets how often those who watch are woken without a change. It is called before anybody does.
func LookAgain(e *Engine, every time.Duration) { e.changes.again = every }
