package rows

import (
	"context"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/postgres"
)

// textsOfTable is how many texts a table keeps. Their number must be bounded: clients choose the length of a page and
// what they select.
const textsOfTable = 200

// textKey is everything that a statement's text depends on.
type textKey struct {
	kind       string
	columns    columnSet
	detail     string // the lock, or the column of the parents
	limit      int
	sort       page.Sort
	isAfter    bool
	isLast     bool // after a row without a value for the order
	counted    bool
	isAtOffset bool
	isEach     bool // the values of a condition are looked up one by one
	// conditions are those of the filter, without their values.
	conditions string
}

// newCache remembers at most size values, those used last.
func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // a size below one
	}
	return cache
}

// text is a written statement and its values, with slots for those that differ each time.
type text struct {
	sql, apart string // see Bound
	values     []any
}

func newText(query *bun.SelectQuery) (*text, error) {
	sql, values, err := write(query, "")
	return &text{sql, sql + apart, values}, err
}

// of is the text as it is sent to a DB.
func (t *text) of(db *DB) string {
	if db.isBound {
		return t.apart
	}
	return t.sql
}

// slot is a value that is known when the statement runs.
type slot int

const (
	portfolioSlot slot = iota
	idSlot
	idsSlot
	keySlot
	offsetSlot
)

// AppendQuery puts the slot beside the text of a statement.
func (s slot) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return gen.Dialect().(*statement).value(b, s), nil
}

// conditionSlot is the slot of a value of the conditions, by its place among them.
type conditionSlot int

// slotted is a condition whose values have slots, from the first on.
type slotted struct {
	Condition
	first conditionSlot
}

// AppendQuery writes the condition.
func (c slotted) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	s := gen.Dialect().(*statement)
	n := len(s.values)
	b, err := c.Condition.AppendQuery(gen, b)
	for i := n; i < len(s.values); i++ {
		s.values[i] = c.first + conditionSlot(i-n)
	}
	return b, err
}

// slotsOf are the conditions with slots, how they look without their values, and the values.
func slotsOf(conditions []Condition) (with []Condition, look string, values []any, err error) {
	s := &statement{Dialect: dialect}
	gen, b := schema.NewQueryGen(s), make([]byte, 0, 256)
	for _, c := range conditions {
		if c == nil {
			continue
		}
		with = append(with, slotted{c, conditionSlot(len(s.values))})
		if b, err = c.AppendQuery(gen, append(b, '\n')); err != nil {
			return nil, "", nil, err
		}
	}
	return with, string(b), s.values, nil
}

// slotValues are what a statement's slots stand for.
type slotValues struct {
	id         uuid.UUID
	ids        []uuid.UUID
	key        any
	offset     int
	conditions []any
}

// send runs the statement of the key, which query writes when the table has no text of it.
func (l *layout) send(
	ctx context.Context, s *Scope, how pgx.QueryExecMode, key textKey, v slotValues, query func() *bun.SelectQuery,
	read func(pgx.Rows) error,
) error {
	t, err := l.text(key, query)
	if err != nil {
		return err
	}
	return s.db.send(ctx, postgres.Statement{SQL: t.of(s.db), Values: t.fill(s.portfolio, v), Mode: how, Read: read})
}

// text is that of the key, which query writes when the table has none.
func (l *layout) text(key textKey, query func() *bun.SelectQuery) (*text, error) {
	if t, ok := l.texts.Get(key); ok {
		return t, nil
	}
	t, err := newText(query())
	if err == nil {
		l.texts.Add(key, t)
	}
	return t, err
}

func (t *text) fill(portfolio uuid.UUID, v slotValues) []any {
	values := make([]any, len(t.values), len(t.values)+1) // with room for how it runs
	for i, value := range t.values {
		if at, ok := value.(conditionSlot); ok {
			values[i] = v.conditions[at]
			continue
		}
		switch value {
		case portfolioSlot:
			values[i] = IDValue(portfolio)
		case idSlot:
			values[i] = IDValue(v.id)
		case idsSlot:
			values[i] = IDValues(v.ids)
		case keySlot:
			values[i] = v.key
		case offsetSlot:
			values[i] = v.offset
		default:
			values[i] = value
		}
	}
	return values
}
