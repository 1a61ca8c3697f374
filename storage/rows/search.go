package rows

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"github.com/covertrack/covertrack/model/page"
)

const (
	// maxRanked is how long a list by likeness is.
	maxRanked = page.MaxLimit
	// maxContaining is how many rows of each Searched are compared of those that contain the text. To rank all rows that
	// contain a very common text would take longer the more they are.
	maxContaining = 500
	// maxLooked is how many rows, the newest, are read for a text that no index finds.
	maxLooked = 10_000
	// trigram is the length of the shortest text that trigrams find.
	trigram = 3
)

// byTrigrams are settings with which a text is looked for by bitmap scans only, because the planner takes texts to be as
// cheap as an equality, and a bitmap's cost is bounded by how often the parts of the text occur.
var byTrigrams = []Setting{{"enable_seqscan", "off"}, {"enable_indexscan", "off"}}

// search is the search for a text among those rows of t that meet the conditions.
type search struct {
	*core
	s     *Scope
	where []Condition
	text  string // in NFC
}

// hit is a row that was found, and how like the text it is: above 1 for one that contains the text.
type hit struct {
	ID       uuid.UUID
	Likeness float64
}

// page is a page of the list by likeness: of the rows that contain the text or, if there are none, that resemble it.
func (f search) page(ctx context.Context, opt page.Options, nodes any) (of ends, err error) {
	hits, err := f.containing(ctx)
	if err == nil && len(hits) == 0 {
		hits, err = f.resembling(ctx)
	}
	if err != nil {
		return of, err
	}
	if opt.WithTotal {
		of.total = len(hits)
	}
	from := min(opt.Offset, len(hits))
	of.bytes, err = f.rows(ctx, hits[from:min(from+opt.Limit, len(hits))], cmp.Or(opt.MaxBytes, page.MaxBytes), nodes)
	of.isCut = reflect.ValueOf(nodes).Elem().Len() < min(opt.Limit, len(hits)-from)
	return of, err
}

// rows are the rows of the hits, in their order, up to the one with which they have about so many bytes as they may.
func (f search) rows(ctx context.Context, hits []*hit, limit int, nodes any) (bytes int, err error) {
	ids, places := make([]uuid.UUID, len(hits)), make(map[uuid.UUID]int, len(hits))
	for i, h := range hits {
		ids[i], places[h.ID] = h.ID, i
	}
	if len(ids) == 0 {
		return 0, nil
	}
	sizes := make([]int, len(hits))
	place := func(row reflect.Value) int { return places[idOf(f.id, row.Interface())] }
	err = f.byID(f.s, "", ids).run(ctx, func(r pgx.Rows) error {
		return collectWhile(r, nodes, nil, func(_ int, row reflect.Value, size int) (bool, error) {
			sizes[place(row)] = weightOf(row, size)
			return true, nil
		})
	})
	found := reflect.ValueOf(nodes).Elem()
	sort.Slice(found.Interface(), func(i, j int) bool { return place(found.Index(i)) < place(found.Index(j)) })
	for i := range found.Len() {
		if bytes += sizes[place(found.Index(i))]; bytes >= limit {
			found.SetLen(i + 1)
			break
		}
	}
	return bytes, err
}

// hasTrigrams reports whether trigrams find the text.
func (f search) hasTrigrams() bool { return utf8.RuneCountInString(f.text) >= trigram }

// isBeginning reports whether the text is looked for at the beginning of numbers: it is short, and there are numbers.
func (f search) isBeginning() bool {
	return !f.hasTrigrams() && slices.ContainsFunc(f.searched, func(in Searched) bool { return in.Number != "" })
}

// looked are rows of x that contain the text, or whose number begins with it: its ids, its key and the expression. They
// are nil where nothing is looked at. A text that no index finds is looked for in the newest rows only, unless all are
// wanted.
func (f search) looked(in Searched, all bool) (x *bun.SelectQuery, expression string) {
	expression, pattern := in.Text, "'%' || lower(?) || '%'"
	if f.isBeginning() {
		expression, pattern = in.Number, "lower(?) || '%'"
	}
	if expression == "" {
		return nil, ""
	}
	isIndexed := f.hasTrigrams() || f.isBeginning()
	x = f.of(in, all || isIndexed)
	like, composed := expression+" LIKE "+pattern, likeEscape.Replace(f.text)
	if apart := norm.NFD.String(composed); apart != composed { // a stored text is as it was sent
		return x.Where("("+like+" OR "+like+")", composed, apart), expression
	}
	return x.Where(like, composed), expression
}

// of are the rows of x: all, or the newest.
func (f search) of(in Searched, all bool) *bun.SelectQuery {
	x := f.s.db.NewSelect().TableExpr("? AS x", bun.Ident(in.Table)).Where("x.portfolio_id = ?", f.s.portfolio)
	if !all {
		newest := x.ColumnExpr("x.*").OrderExpr("x.id DESC").Limit(maxLooked)
		x = f.s.db.NewSelect().TableExpr("(?) AS x", newest)
	}
	x = x.Column("x.id")
	if in.Key != "" {
		x = x.Column("x." + in.Key)
	}
	return x
}

// linkedByRow are the rows of t that few rows of x lead to. Those of each are looked up by the link's index: OFFSET 0 keeps
// the planner from reading all of t instead, in the order that is wanted, to compare it with each of x.
func (f search) linkedByRow(in Searched, x *bun.SelectQuery) *bun.SelectQuery {
	t := f.keys(f.s, f.s.portfolio, f.where).Column("t.id").Where(in.Link)
	return f.s.db.NewSelect().TableExpr("(?) AS x", x).Join("CROSS JOIN LATERAL (? OFFSET 0) AS t", t)
}

// condition holds for the rows that contain the text.
func (f search) condition() Condition {
	var all *bun.SelectQuery
	for _, in := range f.searched {
		if x, _ := f.looked(in, true); x != nil {
			t := f.keys(f.s, f.s.portfolio, nil).TableExpr("(?) AS x", x).Where(in.Link)
			all = either(all, t.Column("t.id"))
		}
	}
	return Where("t.id = ANY (ARRAY(?))", all) // read once, whatever the planner thinks of it
}

// containing finds the rows that contain the text, those first of which it is the greatest part.
func (f search) containing(ctx context.Context) (hits []*hit, err error) {
	var all *bun.SelectQuery
	for _, in := range f.searched {
		x, expression := f.looked(in, !isNone(f.where))
		if x == nil {
			continue
		}
		x = x.ColumnExpr("1 + char_length(?)::float8 / char_length("+expression+") AS likeness", f.text)
		most := maxContaining
		if isNone(f.where) { // else rows that do not meet the conditions would take the places of those that do
			x, most = f.likest(x, expression), maxRanked
		}
		all = either(all, f.linkedByRow(in, x).ColumnExpr("t.id, x.likeness").OrderExpr("x.likeness DESC").Limit(int64(most)))
	}
	var settings []Setting
	if f.hasTrigrams() {
		settings = byTrigrams
	}
	err = f.s.db.with(ctx, settings, func(db *DB) (err error) {
		hits, err = Read[hit](ctx, db, Planned, f.ranked(all))
		return err
	})
	return hits, Translate(err)
}

// likest narrows rows of x to some that contain the text, or the first by their number, and sorts them.
func (f search) likest(x *bun.SelectQuery, number string) *bun.SelectQuery {
	if f.isBeginning() {
		x = x.OrderExpr(number + " USING ~<~")
	}
	return f.s.db.NewSelect().TableExpr("(?) AS x", x.Limit(maxContaining)).ColumnExpr("x.*").OrderExpr("x.likeness DESC")
}

func (f search) ranked(hits *bun.SelectQuery) *bun.SelectQuery {
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
