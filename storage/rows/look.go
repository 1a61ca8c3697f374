package rows

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/postgres"
)

// look is a query of a table that is not sent yet. Its text is written only if the table has none for its key.
type look struct {
	layout *layout
	s      *Scope
	how    pgx.QueryExecMode
	key    textKey
	values slotValues
	query  func(*look) *bun.SelectQuery
	core   *core    // nil for a Part
	list   *listing // nil unless it is about a list; then of writes it
	of     func(*listing) *bun.SelectQuery
}

// statement is the look as it is sent.
func (l *look) statement(read func(pgx.Rows) error) (postgres.Statement, error) {
	t, ok := l.layout.texts.Get(l.key)
	if !ok {
		var err error
		if t, err = l.write(); err != nil {
			return postgres.Statement{}, err
		}
	}
	return t.statement(l.s, l.how, &l.values, read), nil
}

// write writes the text, and keeps it if its key has a kind. The query gets a copy of the look, since a pointer to it
// would move every look to the heap.
func (l *look) write() (*keptText, error) {
	own := *l
	t, err := newText(l.query(&own))
	if err == nil && l.key.kind != "" {
		l.layout.texts.Add(l.key, t)
	}
	return t, err
}

// statement is the text for a scope, with its values.
func (t *keptText) statement(s *Scope, how pgx.QueryExecMode, v *slotValues, read func(pgx.Rows) error) postgres.Statement {
	values := append(make([]any, 0, len(t.values)+1), t.values...) // with a place for how it runs
	for i, value := range values {
		if at, ok := value.(slot); ok {
			values[i] = v.of(s, at)
		}
	}
	sql := t.sql
	if s.db.isBound {
		sql = t.apart
	}
	return postgres.Statement{SQL: sql, Values: values, Mode: how, Read: read}
}

// run sends the look and has its rows read.
func (l look) run(ctx context.Context, read func(pgx.Rows) error) error {
	s, err := l.statement(read)
	if err != nil {
		return err
	}
	return Translate(l.s.db.send(ctx, s))
}

// into is the statement of the look, whose rows are read into a list.
func (l *look) into(list any) (postgres.Statement, error) {
	s, err := l.statement(nil)
	s.ReadInto, s.Target = collectAll, list
	return s, err
}

func collectAll(r pgx.Rows, list any) error { return collect(r, list, nil) }

// runInto sends the look and has its rows read into a list.
func (l look) runInto(ctx context.Context, list any) error {
	s, err := l.into(list)
	if err != nil {
		return err
	}
	return Translate(l.s.db.send(ctx, s))
}

// some are the rows of a look for ids.
func some[T any](ctx context.Context, q look) ([]*T, error) {
	list := []*T{}
	if len(q.values.ids) == 0 {
		return list, nil
	}
	err := q.runInto(ctx, &list)
	return list, err
}

// first is the row of a look; `not_found`.
func first[T any](ctx context.Context, q look, noun string) (*T, error) {
	var found struct { // one piece of memory
		list []*T
		one  [1]*T
	}
	found.list = found.one[:0]
	err := q.runInto(ctx, &found.list)
	if err == nil && len(found.list) == 0 {
		err = fault.NotFound(noun)
	}
	return found.one[0], err
}

// add adds a look to the batch, and has its rows read into a list.
func (b *Batch) add(l look, list any) {
	s, err := l.into(list)
	b.queued, b.err = append(b.queued, s), cmp.Or(b.err, err)
}
