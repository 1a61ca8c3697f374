package graph

//go:generate go run ./generated/nodes
//go:generate go tool gqlgen generate
//go:generate go run ./generated/trim
