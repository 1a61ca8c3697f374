// Package rows reads and writes the rows of one table for one portfolio. It knows no noun: a noun of package storage is
// a Table, which says its struct, its filter and what its rows are joined to. Columns, keys and what is read for a
// selection come from the struct's tags:
//
//	bun:"..."            the column, as Bun knows it
//	shows:"a,b"          read only when a client selects one of the members; a column without the tag is always read
//	from:"v"             a column, or all columns of an embedded struct, of the row joined as v
//	copied:"true"        a member of such an embedded struct that the table has as a column of its own
//	sorts:"created_at"   the column for this order, where the table has no column of that name
//
// It may import model and storage/postgres. Only storage imports it, so that all SQL stays there.
package rows
