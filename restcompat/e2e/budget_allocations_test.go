//go:build !race

package e2e

import "testing"

// samples is how many requests are measured for their allocations.
const samples = 3

// allocations is what one call allocates. The first run of AllocsPerRun is its warm-up: here everything is warm
// already.
func allocations(fn func()) int {
	warmedUp := false
	return int(testing.AllocsPerRun(1, func() {
		if warmedUp {
			fn()
		}
		warmedUp = true
	}))
}
