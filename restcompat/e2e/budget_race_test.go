//go:build race

package e2e

// samples is none: the race detector allocates too, so only statements are held to their budget.
const samples = 0

func allocations(fn func()) int {
	fn()
	return 0
}
