package rates

import "slices"

// InTurns lets each take a step, again and again, until nobody has more to do (reliability R25): who has very much to do delays
// the others by a step at a time.
func InTurns[T any](all []T, step func(T) (more bool)) {
	for all = slices.Clone(all); len(all) > 0; {
		all = slices.DeleteFunc(all, func(t T) bool { return !step(t) })
	}
}
