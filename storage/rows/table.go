package rows

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
)

// Table is a noun: the struct T of its rows, which are a portfolio's, and the filter F of its lists. It is safe for
// concurrent use. Its methods read and write the rows of the portfolio given, under the alias t. They only give the types:
// what they do is done by the table below, which the compiler has to compile once.
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
	// Counted are the columns whose values are counted (count_values of migration 0084).
	Counted []string
	// Join joins the rows that columns are read from besides t. It is an outer join on a key, so that it removes no row
	// and the planner leaves it out where no column of it is read.
	Join string
	// Computed are the expressions of fields that the database knows and no write sets, by the fields' columns.
	Computed map[string]string
	// Returning are the columns that a write reads back; all if empty.
	Returning string
	// Unique says what is wrong with a row that a unique index refuses, by the index.
	Unique map[string]func() fault.Violations

	*core
}

// Define makes a table of its description.
func Define[T, F any](t Table[T, F]) *Table[T, F] {
	t.core = &core{
		noun: t.Noun, isListed: t.Filter != nil, searched: t.Searched, orders: t.Orders, grouped: t.Grouped, counts: t.Counted, join: t.Join, unique: t.Unique,
	}
	t.define(reflect.TypeFor[T](), t.Computed, t.Returning)
	return &t
}

// Page is one page of a list.
type Page[T any] struct {
	Nodes []*T
	// Total is the whole list's length; 0 unless it was asked for.
	Total int
	// Next is where the next page begins; nil when nothing follows.
	Next *page.Cursor
	// Cursors are the places behind each of the nodes, if they were asked for.
	Cursors []*page.Cursor
	// Bytes is about how many bytes the rows have in an answer.
	Bytes int
	// IsCut reports whether it has fewer rows than were asked for because more would be too large.
	IsCut bool
}

// Page reads a page of the rows that the filter shows, and the total of the same moment when it is asked for, in one
// statement.
func (t *Table[T, F]) Page(ctx context.Context, in Scoped, filter F, opt page.Options) (*Page[T], error) {
	page := &Page[T]{Nodes: []*T{}}
	ends, err := t.page(ctx, in.scope(), t.Filter(filter), t.SearchText(filter), opt, &page.Nodes)
	page.Total, page.Next, page.Cursors, page.Bytes, page.IsCut = ends.total, ends.next, ends.cursors, ends.bytes, ends.isCut
	return page, err
}

// IsWhole reports whether the filter, which searches for no text, shows every row.
func (t *Table[T, F]) IsWhole(filter F) bool { return isNone(t.Filter(filter)) }

// SearchText is what the filter searches for; nil for nothing.
func (t *Table[T, F]) SearchText(filter F) *string {
	if t.Text == nil {
		return nil
	}
	return t.Text(filter)
}

// Select begins a query for rows of the portfolio that meet the conditions, to be run by Read or First.
func (t *Table[T, F]) Select(in Scoped, where ...Condition) *bun.SelectQuery {
	return Meeting(t.ofAll(in.scope()).Where("t.portfolio_id = ?", in.scope().portfolio), where)
}

// One finds the row of the id; `not_found`.
func (t *Table[T, F]) One(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	one := t.one(in, "", id)
	of, mayWait := one.groupOf(ctx, "byID")
	if !mayWait {
		return first[T](ctx, one, t.Noun)
	}
	g := one.s.db.together
	w := g.join(of, id, nil)
	if w == nil {
		defer g.leave(of)
		return first[T](ctx, one, t.Noun)
	}
	list, err := waitFor(ctx, w, t.byID(in, "", w.ids), of, t.ID)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fault.NotFound(t.Noun)
	}
	return list[0], nil
}

// Lock is One, and keeps others from writing the row until the transaction ends.
func (t *Table[T, F]) Lock(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return first[T](ctx, t.one(in, ForUpdate, id), t.Noun)
}

// LockToRemove is Lock that waits for those too who are about to refer to the row.
func (t *Table[T, F]) LockToRemove(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return first[T](ctx, t.one(in, ForRemoval, id), t.Noun)
}

// Share is Lock that lets others share the row.
func (t *Table[T, F]) Share(ctx context.Context, in Scoped, id uuid.UUID) (*T, error) {
	return first[T](ctx, t.one(in, ForShare, id), t.Noun)
}

// OneIn adds the look for the row of an id to a batch.
func (t *Table[T, F]) OneIn(b *Batch, lock Lock, id uuid.UUID, list *[]*T) {
	b.add(t.one(b.s, lock, id), list)
}

// ByID finds those of the ids that exist, in no certain order.
func (t *Table[T, F]) ByID(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return someTogether(ctx, t.byID(in, "", ids), t.ID)
}

// ByIDWithin is ByID up to a row with which there are so many bytes; isAll is false then.
func (t *Table[T, F]) ByIDWithin(ctx context.Context, in Scoped, ids []uuid.UUID, bytes int) (found []*T, isAll bool, err error) {
	isAll = true
	err = t.byID(in, "", ids).run(ctx, func(r pgx.Rows) error {
		return collectWhile(r, &found, nil, func(_ int, row reflect.Value, size int) (bool, error) {
			bytes -= weightOf(row, size)
			isAll = bytes > 0
			return isAll, nil
		})
	})
	return found, isAll, err
}

// LockAll is ByID, and keeps others from writing the rows, which are locked and returned in the order of their ids.
func (t *Table[T, F]) LockAll(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return some[T](ctx, t.byID(in, ForUpdate, ids))
}

// ShareAll is LockAll that lets others share the rows.
func (t *Table[T, F]) ShareAll(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return some[T](ctx, t.byID(in, ForShare, ids))
}

// LockFree is LockAll for the rows that no other transaction has locked.
func (t *Table[T, F]) LockFree(ctx context.Context, in Scoped, ids []uuid.UUID) ([]*T, error) {
	return some[T](ctx, t.byID(in, ForUpdateIfFree, ids))
}

// ByIDIn adds the look for those rows of ids that exist to a batch, in the order of their ids if they are locked.
func (t *Table[T, F]) ByIDIn(b *Batch, lock Lock, ids []uuid.UUID, list *[]*T) {
	b.add(t.byID(b.s, lock, ids), list)
}

// Of finds the rows that have a parent's id in the column: the oldest 200 of each parent, oldest first.
func (t *Table[T, F]) Of(ctx context.Context, in Scoped, column string, parents []uuid.UUID) ([]*T, error) {
	return someTogether(ctx, t.of(in, column, parents), func(row *T) uuid.UUID { return t.Ref(row, column) })
}

// Naming finds the rows that have an id in the column, a list of ids: the oldest 200 of each id, each row once, oldest
// first. All columns are read.
func (t *Table[T, F]) Naming(ctx context.Context, in Scoped, column string, ids []uuid.UUID) ([]*T, error) {
	return some[T](ctx, t.naming(in, column, ids))
}

// Narrowed finds the rows that the filter shows and that have a parent's id in the column: the oldest of each parent, at
// most so many, oldest first. If the column is a list of ids, a row may have several parents.
func (t *Table[T, F]) Narrowed(
	ctx context.Context, in Scoped, column string, parents []uuid.UUID, filter F, most int,
) ([]*T, error) {
	if len(parents) == 0 || most == 0 {
		return []*T{}, nil
	}
	s, where := in.scope(), t.Filter(filter)
	if text := t.SearchText(filter); text != nil {
		where = append(where, search{core: t.core, s: s, where: where, text: norm.NFC.String(*text)}.condition())
	}
	return Read[T](ctx, s.db, Planned, t.narrowed(s, column, parents, where, most))
}

// Insert adds rows to the portfolio and reads back what the database made of them. A row with a path name gets it with
// a number where it is taken.
func (t *Table[T, F]) Insert(ctx context.Context, in Scoped, list ...*T) error {
	return t.insertIn(ctx, in.scope(), anyOf(list), seen)
}

// InsertLater is Insert, of rows without path names, with the transaction's next statement. They are read back then.
func (t *Table[T, F]) InsertLater(ctx context.Context, in Scoped, list ...*T) error {
	return t.insertIn(ctx, in.scope(), anyOf(list), seenLater)
}

// Add is Insert that does not read back, for rows that are not shown: in a transaction they are inserted with its next
// statement, or its COMMIT.
func (t *Table[T, F]) Add(ctx context.Context, in Scoped, list ...*T) error {
	return t.insertIn(ctx, in.scope(), anyOf(list), unseen)
}

// Update saves all columns of rows that the transaction has locked, in one statement or two whatever their number, and
// reads back what the database made of them.
func (t *Table[T, F]) Update(ctx context.Context, in Scoped, list ...*T) error {
	return t.updateIn(ctx, in.scope(), anyOf(list))
}

// UpdateLater is Update of one row with the transaction's next statement. It is read back then.
func (t *Table[T, F]) UpdateLater(ctx context.Context, in Scoped, row *T) error {
	return t.update(ctx, in.scope().db, row, seenLater)
}

// Save saves, of rows that the transaction has locked, the columns whose fields have the part in their tag, of "" all, with
// the transaction's next statement, or its COMMIT. It reads nothing back.
func (t *Table[T, F]) Save(ctx context.Context, in Scoped, list []*T, part string) error {
	return t.save(ctx, in.scope(), anyOf(list), part)
}

// Remove removes a row that the transaction has locked.
func (t *Table[T, F]) Remove(ctx context.Context, in Scoped, id uuid.UUID) error {
	s := in.scope()
	_, err := Exec(ctx, s.db, s.db.NewDelete().Table(t.Name()).Where("portfolio_id = ? AND id = ?", s.portfolio, id))
	return err
}

// Rename is Update for a row whose path name has changed: it gets a number where that is taken.
func (t *Table[T, F]) Rename(ctx context.Context, in Scoped, row *T) error {
	return t.rename(ctx, in.scope(), row)
}

// IsRenamed reports whether the rows have different path names.
func (t *Table[T, F]) IsRenamed(before, after *T) bool {
	return t.layout.pathName != nil && *t.pathName(before) != *t.pathName(after)
}

// ID is the id of a row.
func (t *Table[T, F]) ID(row *T) uuid.UUID { return idOf(t.id, row) }

// Ref is the id that a row has in a column; uuid.Nil for NULL.
func (t *Table[T, F]) Ref(row *T, column string) uuid.UUID { return idOf(t.ownField(column), row) }

// Touch sets when the row was last changed.
func (t *Table[T, F]) Touch(row *T, at time.Time) { *fieldOf[time.Time](t.updatedAt, row) = at }

// page reads a page of the rows that meet the conditions and contain the text, if any, and what it says of the list.
func (t *core) page(
	ctx context.Context, s *Scope, where []Condition, text *string, opt page.Options, nodes any,
) (_ ends, err error) {
	if text != nil {
		found := search{core: t, s: s, where: where, text: norm.NFC.String(*text)}
		if opt.Sort == "" {
			return found.page(ctx, opt, nodes)
		}
		where = append(where, found.condition())
	}
	l := &listing{core: t, s: s, given: where, isWhole: isNone(where), opt: opt, order: t.order(opt.Sort)}
	if opt.WithTotal {
		l.counted = t.countedBy(where)
	}
	if l.counted != nil {
		where = append(slices.Clip(where), l.counted)
	}
	if l.where, l.look.conditions, l.values.conditions, err = slotsOf(where); err != nil {
		return l.ends, err
	}
	if l.counted != nil {
		l.where, l.counted = l.where[:len(l.where)-1], l.where[len(l.where)-1]
	}
	switch {
	case opt.Limit == 0 && !opt.WithTotal:
	case opt.Limit == 0:
		err = l.ask("total", (*listing).total).run(ctx, ScanFirst(&l.ends.total))
	case l.isDeep():
		err = l.deep(ctx, nodes)
	default:
		err = l.read(ctx, nodes)
	}
	return l.ends, err
}
