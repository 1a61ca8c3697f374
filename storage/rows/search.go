package rows

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// Searched is a text that a search looks at, in rows that lead to rows of t.
type Searched struct {
	Table  string // whose rows are looked through, as x
	Text   string // a row's lower-case text, with a trigram index
	Number string // its lower-case number, with an index of beginnings: what less than three characters find; "" for none
	Key    string // the column that Link needs of x besides its id; "" for none
	Link   string // joins t to x
	IsName bool   // the text tolerates typing errors
}

const (
	// maxRanked is how long a list by likeness is.
	maxRanked = model.MaxLimit
	// maxContaining is how many rows of each Searched are compared: the newest of those that contain the text. To rank all
	// of a text that is in very many rows would take the longer the more they are.
	maxContaining = 500
	// trigram is the length of the shortest text that trigrams find.
	trigram = 3
)

// search is the search for a text among those rows of t that meet the conditions.
type search[T, F any] struct {
	*Table[T, F]
	s     *Scope
	where []Condition
	text  string
}

// SearchText is what the filter searches for; nil for nothing.
func (t *Table[T, F]) SearchText(filter F) *string {
	if t.Text == nil {
		return nil
	}
	return t.Text(filter)
}

// hit is a row that was found, and how like the text it is: above 1 for one that contains the text.
type hit struct {
	ID       uuid.UUID
	Likeness float64
}

// page is a page of the list by likeness: of the rows that contain the text or, if there are none, that resemble it.
func (f search[T, F]) page(ctx context.Context, opt model.ListOptions) (*Page[T], error) {
	hits, err := Read[hit](ctx, f.s.db, Planned, f.containing())
	if err == nil && len(hits) == 0 {
		hits, err = f.resembling(ctx)
	}
	if err != nil {
		return nil, err
	}
	page := &Page[T]{}
	if opt.WithTotal {
		page.Total = len(hits)
	}
	from := min(opt.Offset, len(hits))
	page.Nodes, err = f.rows(ctx, hits[from:min(from+opt.Limit, len(hits))])
	return page, err
}

// rows are the rows of the hits, in their order.
func (f search[T, F]) rows(ctx context.Context, hits []*hit) ([]*T, error) {
	ids, places := make([]uuid.UUID, len(hits)), make(map[uuid.UUID]int, len(hits))
	for i, h := range hits {
		ids[i], places[h.ID] = h.ID, i
	}
	found, err := f.ByID(ctx, f.s, ids)
	slices.SortFunc(found, func(a, b *T) int { return places[f.ID(a)] - places[f.ID(b)] })
	return found, err
}

// isShort reports whether trigrams cannot find the text, and t has numbers that begin with it.
func (f search[T, F]) isShort() bool {
	return utf8.RuneCountInString(f.text) < trigram &&
		slices.ContainsFunc(f.Searched, func(in Searched) bool { return in.Number != "" })
}

// looked are rows of x that contain the text, or whose number begins with it: its ids, its key and the expression. They
// are nil where nothing is looked at.
func (f search[T, F]) looked(in Searched) (x *bun.SelectQuery, expression string) {
	expression, pattern := in.Text, "'%' || lower(?) || '%'"
	if f.isShort() {
		expression, pattern = in.Number, "lower(?) || '%'"
	}
	if expression == "" {
		return nil, ""
	}
	return f.of(in).Where(expression+" LIKE "+pattern, likeEscape.Replace(f.text)), expression
}

// of are the rows of x.
func (f search[T, F]) of(in Searched) *bun.SelectQuery {
	q := f.s.db.NewSelect().TableExpr("? AS x", bun.Ident(in.Table)).Column("x.id").Where("x.portfolio_id = ?", f.s.portfolio)
	if in.Key != "" {
		q = q.Column("x." + in.Key)
	}
	return q
}

// linked are the rows of t that those of x lead to.
func (f search[T, F]) linked(in Searched, x *bun.SelectQuery) *bun.SelectQuery {
	return f.keysOf().TableExpr("(?) AS x", x).Where(in.Link)
}

// linkedByRow is linked for few rows of x. The rows of each are looked up by the link's index: OFFSET 0 keeps the planner
// from reading all of t instead, in the order that is wanted, to compare it with each of x.
func (f search[T, F]) linkedByRow(in Searched, x *bun.SelectQuery) *bun.SelectQuery {
	t := f.keysOf().Column("t.id").Where(in.Link)
	return f.s.db.NewSelect().TableExpr("(?) AS x", x).Join("CROSS JOIN LATERAL (? OFFSET 0) AS t", t)
}

func (f search[T, F]) keysOf() *bun.SelectQuery {
	q := f.s.db.NewSelect().TableExpr("? AS t", bun.Ident(f.layout.Name)).Where("t.portfolio_id = ?", f.s.portfolio)
	return meet(q, f.where)
}

// condition holds for the rows that contain the text.
func (f search[T, F]) condition() Condition {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		var all *bun.SelectQuery
		unfiltered := search[T, F]{Table: f.Table, s: f.s, text: f.text}
		for _, in := range f.Searched {
			if x, _ := f.looked(in); x != nil {
				all = either(all, unfiltered.linked(in, x).Column("t.id"))
			}
		}
		return q.Where("t.id = ANY (ARRAY(?))", all) // read once, whatever the planner thinks of it
	}
}

// containing finds the rows that contain the text, the likest first: those of which it is the most.
func (f search[T, F]) containing() *bun.SelectQuery {
	var all *bun.SelectQuery
	for _, in := range f.Searched {
		x, expression := f.looked(in)
		if x == nil {
			continue
		}
		x = x.ColumnExpr("1 + char_length(?)::float8 / char_length("+expression+") AS likeness", f.text)
		if isNone(f.where) { // else rows that do not meet the conditions would take the places of those that do
			x = f.newest(x, expression)
		}
		all = either(all, f.linkedByRow(in, x).ColumnExpr("t.id, x.likeness").OrderExpr("t.id DESC").Limit(maxContaining))
	}
	return f.ranked(all)
}

// newest narrows rows of x to the newest, or the first by their number.
func (f search[T, F]) newest(x *bun.SelectQuery, number string) *bun.SelectQuery {
	if f.isShort() {
		x = x.OrderExpr(number + " USING ~<~")
	}
	return x.OrderExpr("x.id DESC").Limit(maxContaining)
}

func (f search[T, F]) ranked(hits *bun.SelectQuery) *bun.SelectQuery {
	return f.s.db.NewSelect().TableExpr("(?) AS t", hits).ColumnExpr("t.id, max(t.likeness) AS likeness").
		GroupExpr("t.id").OrderExpr("likeness DESC, t.id").Limit(maxRanked)
}

// either is the union of two queries; the first may be nil.
func either(all, more *bun.SelectQuery) *bun.SelectQuery {
	more = more.DB().NewSelect().TableExpr("(?) AS u", more).ColumnExpr("u.*")
	if all == nil {
		return more
	}
	return all.UnionAll(more)
}
