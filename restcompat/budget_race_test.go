//go:build race

package restcompat_test

// samples is none: the race detector allocates too, so only statements are held to their budget.
const samples = 0

func allocations(fn func()) int {
	fn()
	return 0
}
