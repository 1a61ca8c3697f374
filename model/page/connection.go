package page

// Connection is a page of a list. The schema has no type parameters, so each noun has a name for its own.
type Connection[T any] struct {
	Nodes      []*T
	Edges      []*Edge[T] // nil unless selected
	PageInfo   *Info
	TotalCount int // that of PageInfo
}

// Len is how many records the page has.
func (c *Connection[T]) Len() int { return len(c.Nodes) }

// Edge is a record of a page and its place in the list.
type Edge[T any] struct {
	Cursor *string // nil unless selected, or in a list without cursors
	Node   *T
}

// Info says which part of a list a page is.
type Info struct {
	// The greatest number of records that was asked for.
	Limit int
	// How many records of the list come before this page.
	Offset int
	// How many records the whole list has, exactly; of a list ordered by likeness, at most 200. Computed only when selected.
	Total int
	// Whether records follow this page and can be read with `endCursor`; false in a list ordered by likeness, which has no cursor.
	HasNextPage bool
	// Whether the page has fewer records than were asked for because more would be too large for one answer (32 MiB); `endCursor` goes on
	// behind its last one. In REST, `meta` has this member only when it is true.
	Truncated bool
	// Whether records of the list come before this page: `offset` is not 0.
	HasPreviousPage bool
	// The cursor of the first record; null on an empty page, and in a list ordered by likeness.
	StartCursor *string
	// The value of `after` for the next page; null when nothing follows, and in a list ordered by likeness.
	EndCursor *string
}
