//go:build race

package e2e

// samples is none: the race detector allocates too, so only statements have a budget.
const samples = 0

func allocations(fn func()) int {
	fn()
	return 0
}
