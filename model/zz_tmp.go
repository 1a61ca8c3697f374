package model

func CheckName(pointer, s string) Violations { return nil }
func Changes(a, b any) map[string]any { return map[string]any{"x": 1} }
