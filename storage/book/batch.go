package book

import (
	"context"
	"fmt"
	"strings"

	"github.com/covertrack/covertrack/storage"
)

// Batch is what was taken out of a book, by table. The book may be filled meanwhile. Batches are written in the order in
// which they were taken: a later one names records of earlier ones.
type Batch map[string]pile

// pile is the records of one noun.
type pile interface {
	write(ctx context.Context, l *storage.Loader) (rows int, err error)
}

type records[T any] []*T

func (r *records[T]) write(ctx context.Context, l *storage.Loader) (rows int, err error) {
	return len(*r), storage.Copy(ctx, l, *r)
}

// Write adds the batch to the loader's portfolio. It calls wrote with the rows of each noun, unless that is nil.
func (b Batch) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	for _, table := range storage.Nouns() {
		p, ok := b[table.Name()]
		if !ok {
			continue
		}
		noun := strings.ReplaceAll(table.Name(), "_", " ")
		rows, err := p.write(ctx, l)
		if err != nil {
			return fmt.Errorf("write the %s: %w", noun, err)
		}
		if wrote != nil {
			wrote(noun, rows)
		}
	}
	return nil
}

// add puts a record on the pile of its table, and notes the error of its constructor.
func add[T, F any](b *Book, table *storage.Table[T, F], record *T, err error) *T {
	b.note(table.Name(), err)
	p, ok := b.unsent[table.Name()].(*records[T])
	if !ok {
		p = &records[T]{}
		b.unsent[table.Name()] = p
	}
	*p = append(*p, record)
	return record
}
