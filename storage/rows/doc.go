// Package rows reads and writes the rows of one table for one portfolio. It knows no noun: a noun of package storage is
// a Table, which says its struct, its filter and what its rows are joined to. Columns, keys and what is read for a
// selection come from the struct's tags:
//
//	bun:"..."            the column, as Bun knows it
//	shows:"a,b"          read only when a client selects one of the members; a column without the tag is always read
//	from:"v"             a column, or all columns of an embedded struct, of the row joined as v
//	copied:"true"        a member of such an embedded struct that the table has as a column of its own
//	sorts:"created_at"   the column for this order, where the table has no column of that name
//	part:"a,b"           the parts of the columns that are read (Part), or saved (Save), by themselves
//
// It may import model and storage/postgres. Only storage imports it, so that all SQL stays there.
//
// Table gives types to what core does without them: rows are pointers to structs there, and lists are pointers to slices of
// such. Written with type parameters, all of it would be compiled for each noun in each package that uses the noun.
//
// # What only makes it fast
//
// Each of these can be deleted without a change of any answer:
//
//   - keptText: the texts of statements, by all that they depend on. Without them Bun writes each text again: TestBudgets
//     shows what that allocates. To delete it, let look write its query each time.
//   - Columns by selection (columnSet): a page of policies reads what is selected. To delete it, let shown select everyRead.
//   - Anchors: a page 900,000 deep takes 1.9 times the first one; else it counts 900,000 keys. To delete them, let isDeep
//     return false.
//   - fenced: a page of a range of times, with its total, is found by the index of the time: a week of a million documents
//     takes 7 ms, else 150. To delete it, let isScattered return false.
//   - Grouped: the keys of each state of a list are read and merged in order. To delete it, let eachOf return -1.
//   - together: rows that are asked for by id at the same time are read by one statement. To delete it, let groupOf return
//     false.
//   - Directory: a node of any noun is found by one statement instead of one a noun. To delete it, ask the nouns in turn.
//   - The decoders of scan.go: ids, texts and JSON are read without reflection. To delete them, let decoderOf plan all types.
package rows
