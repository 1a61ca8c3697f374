package rows

import (
	"context"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// isDeep reports whether anchors help the page.
func (l *listing) isDeep() bool {
	return l.opt.Offset >= anchoredFrom && l.opt.After == nil && l.opt.Sort == "" && l.isWhole
}

// deep reads a page by a great offset, behind the last anchor before it where one is known and true, and remembers
// anchors for the next one.
func (l *listing) deep(ctx context.Context, nodes any) error {
	of, withTotal := anchoredList{l.s.portfolio, l.Name()}, l.opt.WithTotal
	l.opt.WithTotal = true
	l.known, _ = l.s.db.anchors.Get(of)
	err := l.read(ctx, nodes)
	isEmpty := reflect.ValueOf(nodes).Elem().Len() == 0
	if err == nil && len(l.known) > 0 && isEmpty && (l.ends.total == 0 || l.opt.Offset < l.ends.total) {
		l.known = nil
		l.s.db.anchors.Remove(of)
		err = l.read(ctx, nodes)
	}
	if err != nil {
		return err
	}
	if l.ends.total-l.known.rows() >= 2*anchorStep {
		l.anchor(ctx, of)
	}
	if !withTotal {
		l.ends.total = 0
	}
	return nil
}

// behindAnchor narrows the keys of a page to those after the last anchor before the offset, and to none at all unless the
// anchors are true. It returns what is left of the offset.
func (l *listing) behindAnchor(keys *bun.SelectQuery) (_ *bun.SelectQuery, rest any) {
	if len(l.known) == 0 {
		return keys, offsetSlot
	}
	before := min(l.opt.Offset/anchorStep, len(l.known))
	tail := l.keys().ColumnExpr("count(*)").Where("t.id > ?", l.known[len(l.known)-1])
	keys = keys.Where("t.id > ?", l.known[before-1]).Where("(?) - (?) = ?", l.total(), tail, Number(l.known.rows()))
	return keys, Number(l.opt.Offset - before*anchorStep)
}

// anchor looks up the anchors after those known. It gives up on an error, and inside a transaction, which an error
// would spoil: the next page is then read as this one was.
func (l *listing) anchor(ctx context.Context, of anchoredList) {
	db, last := l.s.db, uuid.Nil
	if db.isTx {
		return
	}
	if len(l.known) > 0 {
		last = l.known[len(l.known)-1]
	}
	next := func(after any) *bun.SelectQuery {
		return l.keys().Column("t.id").Where("t.id > ?", after).OrderExpr("t.id").Limit(1).Offset(anchorStep - 1)
	}
	var found anchored
	err := l.ask("", func(*listing) *bun.SelectQuery {
		steps := db.NewSelect().ColumnExpr("(?) AS id", next(last)).UnionAll(db.NewSelect().TableExpr("anchor").
			ColumnExpr("(?)", next(bun.Safe("anchor.id"))).Where("anchor.id IS NOT NULL"))
		return db.NewSelect().WithRecursive("anchor", steps).
			TableExpr("anchor").Column("id").Where("id IS NOT NULL").Limit(anchorsAtOnce)
	}).run(ctx, intoIDs((*[]uuid.UUID)(&found)))
	if err == nil {
		db.anchors.Add(of, slices.Concat(l.known, found))
	}
}
