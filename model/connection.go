package model

// Connection is a page of a list. The schema has no type parameters, so each noun has a name for its own.
type Connection[T any] struct {
	Nodes    []*T
	Edges    []*Edge[T] // nil unless selected
	PageInfo *PageInfo
}

// Edge is a record of a page and its place in the list.
type Edge[T any] struct {
	Cursor *string // nil unless selected, or in a list without cursors
	Node   *T
}
