package model

func CheckName(pointer, s string) Violations { return nil }
