package rows

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
)

// Table is a noun: the struct T of its rows, which are a portfolio's, and the filter F of its lists. It is safe for
// concurrent use. Its methods read and write the rows of the portfolio given, under the alias t.
type Table[T, F any] struct {
	// Noun is what messages call it: "risk profile".
	Noun string
	// Filter says which rows a list shows: those that meet all conditions. A nil condition is met by every row. A noun
	// without a Filter has no lists.
	Filter func(f F) []Condition
	// Text is what a filter searches for besides; nil for nothing. Lists without an order are then ordered by likeness.
	Text func(f F) *string
	// Searched is where a text is looked for: in the rows' own column search, if empty.
	Searched []Searched
	// Orders are the columns that lists can be ordered by besides the times: by the ascending sort for both directions, or
	// by each sort. Rows that have no value come last.
	Orders map[page.Sort]string
	// Grouped are columns of filters, with that of Orders in whose order an index has the rows of each of their values.
	Grouped map[string]string
	// Join joins the rows that columns are read from besides t. It is an outer join on a key, so that it removes no row
	// and the planner leaves it out where no column of it is read.
	Join string
	// Computed are the expressions of fields that the database knows and no write sets, by the fields' columns.
	Computed map[string]string
	// Returning are the columns that a write reads back; all if empty.
	Returning string
	// Unique says what is wrong with a row that a unique index refuses, by the index.
	Unique map[string]func() fault.Violations

	layout  *layout
	subject string
}

// Noun is what a Table says about itself.
type Noun interface {
	Name() string               // the table's
	Subject() string            // the noun as audit events name it: "riskProfile"
	HasColumn(name string) bool // of the table itself
	IsListed() bool             // by clients

	byIDSlot(s *Scope) *bun.SelectQuery
	width() int // the number of columns that are read
	rowType() reflect.Type
}

// Define makes a table of its description.
func Define[T, F any](t Table[T, F]) *Table[T, F] {
	t.layout = newLayout(reflect.TypeFor[T](), t.Computed)
	t.layout.returning = cmp.Or(t.Returning, "*")
	if t.Searched == nil {
		t.Searched = []Searched{{Table: t.layout.Name, Text: "x.search", Link: "t.id = x.id", IsName: true}}
	}
	if t.Join != "" {
		t.Join = " " + t.Join
	}
	layouts.Store(reflect.TypeFor[T](), t.layout)
	first, rest, found := strings.Cut(t.Noun, " ")
	if t.subject = first; found {
		t.subject += strings.ToUpper(rest[:1]) + rest[1:]
	}
	return &t
}

// Name is the table's name.
func (t *Table[T, F]) Name() string { return t.layout.Name }

// Subject is the noun in camel case.
func (t *Table[T, F]) Subject() string { return t.subject }

// HasColumn reports whether the table itself has the column.
func (t *Table[T, F]) HasColumn(name string) bool { return t.layout.ownField(name) != nil }

// IsListed reports whether there is a Filter.
func (t *Table[T, F]) IsListed() bool { return t.Filter != nil }

// IsWhole reports whether the filter, which searches for no text, shows every row.
func (t *Table[T, F]) IsWhole(filter F) bool { return isNone(t.Filter(filter)) }

// HasOptional reports whether the table has columns that are read only where a selection shows them.
func (t *Table[T, F]) HasOptional() bool {
	return slices.ContainsFunc(t.layout.read, func(c readColumn) bool { return c.isOptional })
}

// ID is the id of a row.
func (t *Table[T, F]) ID(row *T) uuid.UUID { return idOf(t.layout.id, reflect.ValueOf(row).Elem()) }

// Ref is the id that a row has in a column; uuid.Nil for NULL.
func (t *Table[T, F]) Ref(row *T, column string) uuid.UUID {
	return idOf(t.layout.ownField(column), reflect.ValueOf(row).Elem())
}

// Touch sets when the row was last changed.
func (t *Table[T, F]) Touch(row *T, at time.Time) {
	*t.layout.updatedAt.Value(reflect.ValueOf(row).Elem()).Addr().Interface().(*time.Time) = at
}

// IsRenamed reports whether the rows have different path names.
func (t *Table[T, F]) IsRenamed(before, after *T) bool {
	return t.layout.pathName != nil && *t.pathName(before) != *t.pathName(after)
}

func (t *Table[T, F]) pathName(row *T) *string {
	return t.layout.pathName.Value(reflect.ValueOf(row).Elem()).Addr().Interface().(*string)
}

// Lock is how rows are locked when they are read; "" for not at all.
type Lock string

// The locks last until the transaction ends.
const (
	// ForUpdate keeps others from writing the rows. It waits for those who have locked them.
	ForUpdate Lock = "NO KEY UPDATE OF t"
	// ForUpdateIfFree is ForUpdate that passes over rows which others have locked.
	ForUpdateIfFree Lock = "NO KEY UPDATE OF t SKIP LOCKED"
	// ForShare keeps others from writing the rows, and lets them share.
	ForShare Lock = "SHARE OF t"
)

// Select begins a query for rows of the portfolio that meet the conditions, to be run by Read or First.
func (t *Table[T, F]) Select(in Scoped, where ...Condition) *bun.SelectQuery {
	s := in.scope()
	return Meeting(t.base(s, s.portfolio, t.layout.columns(s.shows)), where)
}

// base selects columns of a portfolio's rows.
func (t *Table[T, F]) base(s *Scope, portfolio any, columns columnSet) *bun.SelectQuery {
	return t.columns(s, columns).TableExpr("? AS t"+t.Join, bun.Ident(t.layout.Name)).Where("t.portfolio_id = ?", portfolio)
}

func (t *Table[T, F]) columns(s *Scope, columns columnSet) *bun.SelectQuery {
	if s.shows == nil {
		return s.db.NewSelect().ColumnExpr(t.layout.everyRead)
	}
	return s.db.NewSelect().ColumnExpr(t.layout.expressions(columns))
}

// One finds the row of the id; `not_found`.
func (t *Table[T, F]) One(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return t.one(ctx, in, "", id)
}

// Lock is One, and keeps others from writing the row until the transaction ends.
func (t *Table[T, F]) Lock(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return t.one(ctx, in, ForUpdate, id)
}

// Share is Lock that lets others share the row.
func (t *Table[T, F]) Share(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return t.one(ctx, in, ForShare, id)
}

func (t *Table[T, F]) one(ctx context.Context, in Scoped, lock Lock, id uuid.UUID) (*T, error) {
	s := in.scope()
	key := t.oneKey(s, lock)
	found, err := t.read(ctx, s, key, slotValues{id: id}, func() *bun.SelectQuery { return t.queryOne(s, key) })
	return only(found, err, t.Noun)
}

func (t *Table[T, F]) oneKey(s *Scope, lock Lock) textKey {
	return textKey{kind: "one", columns: t.layout.columns(s.shows), detail: string(lock)}
}

func (t *Table[T, F]) queryOne(s *Scope, key textKey) *bun.SelectQuery {
	return Lock(key.detail).on(t.base(s, portfolioSlot, key.columns).Where("t.id = ?", idSlot))
}

// ByID finds those of the ids that exist, in no certain order.
func (t *Table[T, F]) ByID(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return t.byID(ctx, in, "", ids)
}

// LockAll is ByID, and keeps others from writing the rows, which are locked and returned in the order of their ids.
func (t *Table[T, F]) LockAll(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return t.byID(ctx, in, ForUpdate, ids)
}

// LockFree is LockAll for the rows that no other transaction has locked.
func (t *Table[T, F]) LockFree(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return t.byID(ctx, in, ForUpdateIfFree, ids)
}

func (t *Table[T, F]) byID(ctx context.Context, in Scoped, lock Lock, ids []uuid.UUID) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	s := in.scope()
	key := t.byIDKey(s, lock)
	return t.read(ctx, s, key, slotValues{ids: ids}, func() *bun.SelectQuery { return t.queryByID(s, key) })
}

func (t *Table[T, F]) byIDKey(s *Scope, lock Lock) textKey {
	return textKey{kind: "byID", columns: t.layout.columns(s.shows), detail: string(lock)}
}

func (t *Table[T, F]) queryByID(s *Scope, key textKey) *bun.SelectQuery {
	q := t.base(s, portfolioSlot, key.columns).Where("t.id = ANY (?)", idsSlot)
	if key.detail != "" {
		q = q.OrderExpr("t.id")
	}
	return Lock(key.detail).on(q)
}

func (l Lock) on(q *bun.SelectQuery) *bun.SelectQuery {
	if l == "" {
		return q
	}
	return q.For(string(l))
}

// ChildrenOfParent is how many children a parent shows in a relation at most; their lists show them all.
const ChildrenOfParent = 200

// Of finds the rows that have a parent's id in the column: the oldest 200 of each parent, oldest first.
func (t *Table[T, F]) Of(ctx context.Context, in Scoped, column string, parents []uuid.UUID) ([]*T, error) {
	if len(parents) == 0 {
		return []*T{}, nil
	}
	s := in.scope()
	key := textKey{kind: "children", columns: t.layout.columns(s.shows), detail: column}
	return t.read(ctx, s, key, slotValues{ids: parents}, func() *bun.SelectQuery {
		children := s.db.NewSelect().TableExpr("? AS c", bun.Ident(t.layout.Name)).ColumnExpr("c.*").
			Where("c.portfolio_id = ? AND c.? = parent.id", portfolioSlot, bun.Ident(column)).
			OrderExpr("c.id").Limit(ChildrenOfParent)
		return t.columns(s, key.columns).
			TableExpr("unnest(?::uuid[]) AS parent (id) CROSS JOIN LATERAL (?) AS t"+t.Join, idsSlot, children).
			Where("t.portfolio_id = ?", portfolioSlot).OrderExpr("t.id")
	})
}

// Naming finds the rows that have an id in the column, a list of ids: the oldest 200 of each id, each row once, oldest
// first. All columns are read.
func (t *Table[T, F]) Naming(ctx context.Context, in Scoped, column string, ids []uuid.UUID) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	s := *in.scope()
	s.shows = nil
	key := textKey{kind: "naming", columns: t.layout.columns(nil), detail: column}
	return t.read(ctx, &s, key, slotValues{ids: ids}, func() *bun.SelectQuery {
		naming := s.db.NewSelect().TableExpr("? AS c", bun.Ident(t.layout.Name)).ColumnExpr("c.id").
			Where("c.portfolio_id = ? AND c.? @> ARRAY[named.id]", portfolioSlot, bun.Ident(column)).
			OrderExpr("c.id").Limit(ChildrenOfParent)
		of := s.db.NewSelect().TableExpr("unnest(?::uuid[]) AS named (id) CROSS JOIN LATERAL (?) AS c", idsSlot, naming).
			ColumnExpr("c.id")
		return t.base(&s, portfolioSlot, key.columns).Where("t.id IN (?)", of).OrderExpr("t.id")
	})
}

// Parts finds rows by a query on ids and numbers, of which it reads only the columns given: what is left is zero. The
// text is written once for the columns.
func (t *Table[T, F]) Parts(
	ctx context.Context, in Scoped, columns string, ids []uuid.UUID, numbers []int,
	narrow func(q *bun.SelectQuery, ids, numbers any) *bun.SelectQuery,
) ([]*T, error) {
	if len(ids) == 0 {
		return []*T{}, nil
	}
	s := in.scope()
	key := textKey{kind: "parts", detail: columns}
	return t.read(ctx, s, key, slotValues{ids: ids, key: numbers}, func() *bun.SelectQuery {
		q := s.db.NewSelect().ColumnExpr(columns).TableExpr("? AS t", bun.Ident(t.layout.Name)).Where("t.portfolio_id = ?", portfolioSlot)
		return narrow(q, idsSlot, keySlot)
	})
}

// read runs the statement of the key and reads its rows.
func (t *Table[T, F]) read(
	ctx context.Context, s *Scope, key textKey, v slotValues, query func() *bun.SelectQuery,
) (list []*T, err error) {
	err = t.layout.send(ctx, s, Prepared, key, v, query, func(r pgx.Rows) error {
		list, err = collect[T](r, nil)
		return err
	})
	return list, Translate(err)
}

func only[T any](list []*T, err error, noun string) (*T, error) {
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, fault.NotFound(noun)
	default:
		return list[0], nil
	}
}
