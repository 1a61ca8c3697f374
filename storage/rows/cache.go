package rows

import (
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
)

// newCache has at most size values, those used last.
func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // a size below one
	}
	return cache
}

const (
	// anchorStep is how many rows lie between two anchors.
	anchorStep = 1000
	// anchoredFrom is the offset from which anchors are worth their check.
	anchoredFrom = 10 * anchorStep
	// anchorsAtOnce bounds what one read looks up, and with it how long it takes.
	anchorsAtOnce = 2000
	// anchoredLists is how many lists a process caches.
	anchoredLists = 1000
)

// anchors remember of whole lists, in the order of creation, every anchorStep-th id, so that a page by a great offset
// need not count all the rows before it.
//
// They cannot mislead. Rows are never deleted, so an anchor can only come to have more rows before it: when a
// transaction commits late whose ids were made early, or when a node's clock is behind. Therefore the statement that
// uses an anchor counts, in its own snapshot, the rows behind the last anchor, and finds nothing unless these are as
// many as the list's total leaves. Then no row has come before any anchor. So anchors may be old, come from another
// snapshot, or be used on a replica: at worst the page is read as if there were none.
type anchors = lru.Cache[anchoredList, anchored]

type anchoredList struct {
	portfolio uuid.UUID
	table     string
}

// anchored are the anchors of a list, in order.
type anchored []uuid.UUID

// rows is how many rows lie up to the last anchor.
func (a anchored) rows() int { return anchorStep * len(a) }
