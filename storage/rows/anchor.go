package rows

import (
	"context"
	"slices"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/uptrace/bun"
)

const (
	// anchorStep is how many rows lie between two anchors.
	anchorStep = 1000
	// anchoredFrom is the offset from which anchors are worth their check.
	anchoredFrom = 10 * anchorStep
	// anchorsAtOnce bounds what one read looks up, and with it how long it takes.
	anchorsAtOnce = 2000
	// anchoredLists is how many lists a process remembers.
	anchoredLists = 1000
)

// anchors remember of whole lists, in the order of creation, every anchorStep-th id, so that a page by a great offset
// need not count all the rows before it.
//
// They cannot mislead. Rows are never deleted, so up to an anchor there can only come to be more: when a transaction
// commits that made its ids before those of others which were faster, or on a node whose clock is behind. The statement
// that uses an anchor finds nothing unless, in its own snapshot, the last anchor has as many rows behind it as the
// list's total leaves. Then none have come up to the last anchor, hence none up to any. So it does no harm that anchors
// are old, come from another snapshot or are used on a replica: the page is read as if there were none.
type anchors = lru.Cache[anchoredList, anchored]

type anchoredList struct {
	portfolio uuid.UUID
	table     string
}

// anchored are the anchors of a list, in order.
type anchored []uuid.UUID

// rows is how many rows lie up to the last anchor.
func (a anchored) rows() int { return anchorStep * len(a) }

// isDeep reports whether anchors help the page.
func (l list[T, F]) isDeep() bool {
	return l.opt.Offset >= anchoredFrom && l.opt.After == nil && l.opt.Sort == "" && l.isWhole
}

// deep reads a page by a great offset, behind the last anchor before it where one is known and true, and remembers
// anchors for the next one.
func (l list[T, F]) deep(ctx context.Context) (*Page[T], error) {
	of, withTotal := anchoredList{l.s.portfolio, l.layout.Name}, l.opt.WithTotal
	l.opt.WithTotal = true
	known, _ := l.s.db.anchors.Get(of)
	page, err := l.page(ctx, known)
	if err == nil && len(known) > 0 && len(page.Nodes) == 0 && (page.Total == 0 || l.opt.Offset < page.Total) {
		known = nil
		l.s.db.anchors.Remove(of)
		page, err = l.page(ctx, known)
	}
	if err != nil {
		return nil, err
	}
	if page.Total-known.rows() >= 2*anchorStep {
		l.anchor(ctx, of, known)
	}
	if !withTotal {
		page.Total = 0
	}
	return page, nil
}

// behind narrows the keys of a page to those after the last anchor before the offset, and to none at all unless the
// anchors are true. It returns what is left of the offset.
func (l list[T, F]) behind(keys *bun.SelectQuery, known anchored) (_ *bun.SelectQuery, rest any) {
	switch {
	case l.isSlotted:
		return keys, offsetSlot
	case len(known) == 0:
		return keys, Number(l.opt.Offset)
	}
	before := min(l.opt.Offset/anchorStep, len(known))
	tail := l.keys(l.s.portfolio).ColumnExpr("count(*)").Where("t.id > ?", known[len(known)-1])
	keys = keys.Where("t.id > ?", known[before-1]).Where("(?) - (?) = ?", l.total(l.s.portfolio), tail, Number(known.rows()))
	return keys, Number(l.opt.Offset - before*anchorStep)
}

// anchor looks up the anchors after those known. Without them, because of an error or inside a transaction, which one
// would spoil, nothing is wrong: the next page is read as this one was.
func (l list[T, F]) anchor(ctx context.Context, of anchoredList, known anchored) {
	db, last := l.s.db, uuid.Nil
	if db.isTx {
		return
	}
	if len(known) > 0 {
		last = known[len(known)-1]
	}
	next := func(after any) *bun.SelectQuery {
		return l.keys(l.s.portfolio).Column("t.id").Where("t.id > ?", after).OrderExpr("t.id").Limit(1).Offset(anchorStep - 1)
	}
	steps := db.NewSelect().ColumnExpr("(?) AS id", next(last)).UnionAll(db.NewSelect().TableExpr("anchor").
		ColumnExpr("(?)", next(bun.Safe("anchor.id"))).Where("anchor.id IS NOT NULL"))
	found, err := IDs(ctx, db, Planned, db.NewSelect().WithRecursive("anchor", steps).
		TableExpr("anchor").Column("id").Where("id IS NOT NULL").Limit(anchorsAtOnce))
	if err == nil {
		db.anchors.Add(of, slices.Concat(known, found))
	}
}
