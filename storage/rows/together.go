package rows

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage/postgres"
)

const (
	// readsAtOnce is how many reads of a group are on their way at most; who comes meanwhile waits for the next.
	readsAtOnce = 2
	// readersTogether is how many readers one statement answers at most.
	readersTogether = 64
	// fewIDs is how many ids a reader has at most who waits for others. Who has more is answered by a statement of its own.
	fewIDs = 8
)

// group is what reads by ids have in common that one statement can answer: the table, the columns and what the ids are, the
// portfolio, and the organization that asks, whose share of the pool it is.
type group struct {
	core         *core
	kind, detail string // as in a textKey
	columns      columnSet
	portfolio    uuid.UUID
	organization [16]byte
}

// together has rows read together that are asked for by their ids at the same time. On a node with little to do nobody waits.
// Each read begins after those whom it answers have come, so that they see what was committed before.
type together struct {
	mu     sync.Mutex
	queues map[group]*queue
	unused []*queue
}

// queue is of one group, while it reads.
type queue struct {
	reads   int       // on their way
	waiting []*waiter // in the order of coming
}

// waiter waits for its turn; turn has room for it.
type waiter struct {
	ids  []uuid.UUID
	turn chan turn
	list any // the answer: a slice of pointers to its rows
	err  error
}

// turn is how a wait ends.
type turn int

const (
	toLead   turn = iota // it reads for itself and for all who wait
	answered             // another has read its rows
	byItself             // another tried to read them, and failed
)

// groupOf is that of a look by ids, of a kind; false if it is not to wait for others: in a transaction, or with many ids.
func (l *look) groupOf(ctx context.Context, kind string) (group, bool) {
	if l.s.db.conn != nil || len(l.values.ids) > fewIDs {
		return group{}, false
	}
	return group{l.core, kind, l.key.detail, l.key.columns, l.s.portfolio, postgres.Organization(ctx)}, true
}

// join has the caller read at once, if it returns nil: it calls leave then. Else it waits, for the rows of one id or of ids.
func (g *together) join(of group, one uuid.UUID, ids []uuid.UUID) *waiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[of]
	if q == nil {
		q = g.queue()
		g.queues[of] = q
	}
	if q.reads < readsAtOnce {
		q.reads++
		return nil
	}
	if ids == nil {
		ids = []uuid.UUID{one}
	}
	w := &waiter{ids: ids, turn: make(chan turn, 1)}
	q.waiting = append(q.waiting, w)
	return w
}

// queue is an empty one, if there is one that is not in use.
func (g *together) queue() *queue {
	last := len(g.unused) - 1
	if last < 0 {
		return &queue{}
	}
	q := g.unused[last]
	g.unused = g.unused[:last]
	return q
}

// others are those whom the caller, whose turn it is to lead, reads for.
func (g *together) others(of group) []*waiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[of]
	n := min(len(q.waiting), readersTogether-1)
	others := slices.Clone(q.waiting[:n])
	q.waiting = slices.Delete(q.waiting, 0, n)
	return others
}

// leave ends a read. The first who waits leads the next one.
func (g *together) leave(of group) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[of]
	if len(q.waiting) > 0 {
		q.waiting[0].turn <- toLead
		q.waiting = slices.Delete(q.waiting, 0, 1)
		return
	}
	if q.reads--; q.reads == 0 {
		delete(g.queues, of)
		g.unused = append(g.unused, q)
	}
}

// giveUp ends the wait of a caller that is gone. If its turn to lead has come, the next one leads.
func (g *together) giveUp(of group, w *waiter) {
	g.mu.Lock()
	if q := g.queues[of]; q != nil {
		q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
	}
	g.mu.Unlock()
	select {
	case turn := <-w.turn:
		if turn == toLead {
			g.leave(of)
		}
	default: // nobody will look at what another reads for it
	}
}

// someTogether is some, together with others of the look's group. keyOf says which of the ids a row is found by.
func someTogether[T any](ctx context.Context, l look, keyOf func(*T) uuid.UUID) ([]*T, error) {
	of, mayWait := l.groupOf(ctx, l.key.kind)
	if !mayWait || len(l.values.ids) == 0 {
		return some[T](ctx, l)
	}
	g := l.s.db.together
	if w := g.join(of, uuid.Nil, l.values.ids); w != nil {
		return waitFor(ctx, w, l, of, keyOf)
	}
	defer g.leave(of)
	return some[T](ctx, l)
}

// waitFor waits for the turn of the reader of a look.
func waitFor[T any](ctx context.Context, w *waiter, l look, of group, keyOf func(*T) uuid.UUID) ([]*T, error) {
	g := l.s.db.together
	select {
	case turn := <-w.turn:
		switch turn {
		case toLead:
			defer g.leave(of)
			return lead(ctx, l, g.others(of), keyOf)
		case byItself:
			return some[T](ctx, l)
		}
		list, _ := w.list.([]*T)
		return list, w.err
	case <-ctx.Done():
		g.giveUp(of, w)
		return nil, Translate(ctx.Err())
	}
}

// lead reads the rows of a look and those of the others. If that fails each reads its own, so that a row which cannot be read
// fails nobody else; but where no connection is free there is none for any of them.
func lead[T any](ctx context.Context, l look, others []*waiter, keyOf func(*T) uuid.UUID) ([]*T, error) {
	end := byItself
	defer func() { // after a panic too
		for _, w := range others {
			w.turn <- end
		}
	}()
	if len(others) == 0 {
		return some[T](ctx, l)
	}
	own := l.values.ids
	l.values.ids = idsOfAll(own, others)
	list, err := some[T](ctx, l)
	if err != nil && !errors.Is(err, postgres.ErrBusy) {
		l.values.ids = own
		return some[T](ctx, l)
	}
	at := map[uuid.UUID][]int{}
	for i, row := range list {
		at[keyOf(row)] = append(at[keyOf(row)], i)
	}
	end = answered
	for _, w := range others {
		w.list, w.err = rowsAt(list, at, w.ids), err
	}
	return rowsAt(list, at, own), err
}

// idsOfAll are all ids, each once.
func idsOfAll(own []uuid.UUID, others []*waiter) (all []uuid.UUID) {
	has := map[uuid.UUID]bool{}
	add := func(ids []uuid.UUID) {
		for _, id := range ids {
			if !has[id] {
				has[id], all = true, append(all, id)
			}
		}
	}
	add(own)
	for _, w := range others {
		add(w.ids)
	}
	return all
}

// rowsAt are the rows of some ids in the order of the list, as copies, so that nobody sees what another does to its rows.
func rowsAt[T any](list []*T, at map[uuid.UUID][]int, ids []uuid.UUID) []*T {
	var places []int
	for _, id := range ids {
		places = append(places, at[id]...)
	}
	slices.Sort(places)
	rows := make([]*T, 0, len(places))
	for _, i := range slices.Compact(places) {
		row := *list[i]
		rows = append(rows, &row)
	}
	return rows
}
