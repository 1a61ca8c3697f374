package scalar

// OrZero returns the value, or the zero value if none.
func OrZero[T any](value *T) T {
	if value == nil {
		return *new(T)
	}
	return *value
}

// OrEmpty returns the list, or an empty one for nil: lists in answers are never null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
