// Package pause waits. It imports nothing, and every package that does I/O may import it.
package pause

import (
	"context"
	"time"
)

// For waits for a time, and reports whether it has passed: false if ctx ended first, or has ended.
func For(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}
