package rows

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
)

// core is a Table without its types: a row is a pointer to a struct, a list is a pointer to a slice of such pointers.
type core struct {
	*layout

	noun, subject string
	isListed      bool
	searched      []Searched
	orders        map[page.Sort]string
	grouped       map[string]string
	counts        []string
	join          string
	unique        map[string]func() fault.Violations
}

// Searched is a text that a search looks at, in rows that lead to rows of t.
type Searched struct {
	Table  string // whose rows are looked through, as x
	Text   string // a row's lower-case text, with a trigram index
	Number string // its lower-case number, with an index of beginnings: what less than three characters find; "" for none
	Key    string // the column that Link needs of x besides its id; "" for none
	Link   string // joins t to x
	IsName bool   // the text tolerates typing errors
}

// Noun is what a Table says about itself.
type Noun interface {
	Name() string               // the table's
	Subject() string            // the noun as audit events name it: "riskProfile"
	HasColumn(name string) bool // of the table itself
	IsListed() bool             // by clients
	Counts() []string           // the columns whose values are counted

	self() *core
}

// define completes a table by what the tags of its struct say.
func (t *core) define(of reflect.Type, computed map[string]string, returning string) {
	t.layout = newLayout(of, computed)
	t.returning = "? RETURNING " + cmp.Or(returning, "*")
	layouts.Store(of, t.layout)
	if t.searched == nil {
		t.searched = []Searched{{Table: t.Name(), Text: "x.search", Link: "t.id = x.id", IsName: true}}
	}
	if t.join != "" {
		t.join = " " + t.join
	}
	first, rest, found := strings.Cut(t.noun, " ")
	if t.subject = first; found {
		t.subject += strings.ToUpper(rest[:1]) + rest[1:]
	}
}

// Name is the table's name.
func (t *core) Name() string { return t.layout.Name }

// Subject is the noun in camel case.
func (t *core) Subject() string { return t.subject }

// HasColumn reports whether the table itself has the column.
func (t *core) HasColumn(name string) bool { return t.ownField(name) != nil }

// IsListed reports whether there is a Filter.
func (t *core) IsListed() bool { return t.isListed }

// Counts are the columns whose values are counted.
func (t *core) Counts() []string { return t.counts }

// HasOptional reports whether the table has columns that are read only where a selection shows them.
func (t *core) HasOptional() bool {
	return slices.ContainsFunc(t.read, func(c readColumn) bool { return c.isOptional })
}

func (t *core) self() *core { return t }

// Lock is how rows are locked when they are read; "" for not at all.
type Lock string

// The locks last until the transaction ends.
const (
	// ForUpdate keeps others from writing the rows. It waits for those who have locked them.
	ForUpdate Lock = "NO KEY UPDATE OF t"
	// ForUpdateIfFree is ForUpdate that passes over rows which others have locked.
	ForUpdateIfFree Lock = "NO KEY UPDATE OF t SKIP LOCKED"
	// ForRemoval is ForUpdate that waits for those too who are about to refer to the rows.
	ForRemoval Lock = "UPDATE OF t"
	// ForShare keeps others from writing the rows, and lets them share.
	ForShare Lock = "SHARE OF t"
)

func (l Lock) on(q *bun.SelectQuery) *bun.SelectQuery {
	if l == "" {
		return q
	}
	return q.For(string(l))
}

// base selects rows of the portfolio that the slot takes.
func (t *core) base(s *Scope) *bun.SelectQuery {
	return t.ofAll(s).Where("t.portfolio_id = ?", portfolioSlot)
}

// ofAll begins a query for rows; its caller names the portfolio.
func (t *core) ofAll(s *Scope) *bun.SelectQuery {
	return t.shown(s).TableExpr("? AS t"+t.join, bun.Ident(t.Name()))
}

// keys begins a query for rows of a portfolio that meet the conditions, without what the table joins.
func (t *core) keys(s *Scope, portfolio any, where []Condition) *bun.SelectQuery {
	return Meeting(s.db.NewSelect().TableExpr("? AS t", bun.Ident(t.Name())).Where("t.portfolio_id = ?", portfolio), where)
}

// shown selects the columns that the scope shows.
func (t *core) shown(s *Scope) *bun.SelectQuery {
	if s.shows == nil {
		return s.db.NewSelect().ColumnExpr(t.everyRead)
	}
	return s.db.NewSelect().ColumnExpr(t.expressions(t.columns(s.shows)))
}

// one is the look for the row of an id.
func (t *core) one(in Scoped, lock Lock, id uuid.UUID) look {
	return t.look(in.scope(), "one", string(lock), slotValues{id: id}, func(l *look) *bun.SelectQuery {
		return Lock(l.key.detail).on(l.core.base(l.s).Where("t.id = ?", idSlot))
	})
}

// byID is the look for those of the ids that exist.
func (t *core) byID(in Scoped, lock Lock, ids []uuid.UUID) look {
	return t.look(in.scope(), "byID", string(lock), slotValues{ids: ids}, func(l *look) *bun.SelectQuery {
		q := l.core.base(l.s).Where("t.id = ANY (?)", idsSlot)
		if l.key.detail != "" {
			q = q.OrderExpr("t.id")
		}
		return Lock(l.key.detail).on(q)
	})
}

// ChildrenOfParent is how many children a parent shows in a relation at most; their lists show them all.
const ChildrenOfParent = 200

// of is the look for the rows that have a parent's id in the column.
func (t *core) of(in Scoped, column string, parents []uuid.UUID) look {
	return t.look(in.scope(), "children", column, slotValues{ids: parents}, func(l *look) *bun.SelectQuery {
		children := l.s.db.NewSelect().TableExpr("? AS c", bun.Ident(l.core.Name())).ColumnExpr("c.*").
			Where("c.portfolio_id = ? AND c.? = parent.id", portfolioSlot, bun.Ident(l.key.detail)).
			OrderExpr("c.id").Limit(ChildrenOfParent)
		return l.core.shown(l.s).
			TableExpr("unnest(?::uuid[]) AS parent (id) CROSS JOIN LATERAL (?) AS t"+l.core.join, idsSlot, children).
			Where("t.portfolio_id = ?", portfolioSlot).OrderExpr("t.id")
	})
}

// naming is the look for the rows that have an id in the column, a list of ids.
func (t *core) naming(in Scoped, column string, ids []uuid.UUID) look {
	s := *in.scope()
	s.shows = nil
	return t.look(&s, "naming", column, slotValues{ids: ids}, func(l *look) *bun.SelectQuery {
		naming := l.s.db.NewSelect().TableExpr("? AS c", bun.Ident(l.core.Name())).ColumnExpr("c.id").
			Where("c.portfolio_id = ? AND c.? @> ARRAY[named.id]", portfolioSlot, bun.Ident(l.key.detail)).
			OrderExpr("c.id").Limit(ChildrenOfParent)
		of := l.s.db.NewSelect().TableExpr("unnest(?::uuid[]) AS named (id) CROSS JOIN LATERAL (?) AS c", idsSlot, naming).
			ColumnExpr("c.id")
		return l.core.base(l.s).Where("t.id IN (?)", of).OrderExpr("t.id")
	})
}

// narrowed selects the rows that meet the conditions and have a parent's id in the column.
func (t *core) narrowed(s *Scope, column string, parents []uuid.UUID, where []Condition, most int) *bun.SelectQuery {
	belongs, shown := "? = parent.id", t.shown(s)
	if t.ownField(column).IndirectType.Kind() == reflect.Slice {
		belongs, shown = "? @> ARRAY[parent.id]", s.db.NewSelect().ColumnExpr(t.everyRead)
	}
	children := Meeting(s.db.NewSelect().TableExpr("? AS t"+t.join, bun.Ident(t.Name())).ColumnExpr("t.id").
		Where("t.portfolio_id = ? AND "+belongs, s.portfolio, tColumn(column)), where).OrderExpr("t.id").Limit(int64(most))
	found := s.db.NewSelect().TableExpr("unnest(?::uuid[]) AS parent (id) CROSS JOIN LATERAL (?) AS child",
		Array[uuid.UUID](parents), children).
		ColumnExpr("child.id")
	return shown.TableExpr("? AS t"+t.join, bun.Ident(t.Name())).
		Where("t.portfolio_id = ? AND t.id IN (?)", s.portfolio, found).OrderExpr("t.id")
}

func (t *core) look(s *Scope, kind, detail string, v slotValues, query func(*look) *bun.SelectQuery) look {
	key := textKey{kind: kind, columns: t.columns(s.shows), detail: detail}
	return look{layout: t.layout, core: t, s: s, how: Prepared, key: key, values: v, query: query}
}
