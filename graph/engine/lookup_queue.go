package engine

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

const (
	// tokensPerLookup is how many tokens one statement looks up.
	tokensPerLookup = 50
	// lookupWithin bounds that statement.
	lookupWithin = 2 * time.Second
)

// errCrowded refuses a token that cannot be looked up in time.
var errCrowded = fault.New(fault.CodeUnavailable, "The token cannot be checked at the moment; come again shortly.")

// findTokens returns those of the tokens that exist, in any order.
type findTokens func(ctx context.Context, digests [][32]byte) ([]*storage.TokenOwner, error)

// lookupQueue looks up tokens in the order in which they come. Those that wait are looked up together, so that a token
// waits for few statements even behind many others.
type lookupQueue struct {
	lookupLimits
	find findTokens

	mu      sync.Mutex
	waiting []*waitingToken
	clients map[netip.Addr]int // how many of each wait
	running int
}

// lookupLimits are the bounds of a queue.
type lookupLimits struct {
	atOnce       int           // how many look-ups run at once
	rate         *rate.Limiter // when the next one may start
	patience     time.Duration // how long a token waits
	room         int           // how many tokens wait
	roomOfClient int           // how many of one client do
}

// waitingToken is one token in the queue. Its result may be read when done is closed.
type waitingToken struct {
	digest [32]byte
	client netip.Addr
	done   chan struct{}
	owner  *storage.TokenOwner
	err    error
}

func newLookupQueue(find findTokens, limits lookupLimits) *lookupQueue {
	return &lookupQueue{lookupLimits: limits, find: find, clients: map[netip.Addr]int{}}
}

// owner waits until the token is looked up; `not_found` if there is none, errCrowded if there is no room or no time.
func (q *lookupQueue) owner(ctx context.Context, digest [32]byte) (*storage.TokenOwner, error) {
	w := &waitingToken{digest: digest, client: networkOf(clientOf(ctx)), done: make(chan struct{})}
	if !q.join(w) {
		return nil, errCrowded
	}
	ctx, cancel := context.WithTimeout(ctx, q.patience)
	defer cancel()
	select {
	case <-w.done:
		return w.owner, w.err
	case <-ctx.Done():
		q.leave(w)
		return nil, errCrowded
	}
}

// join adds a token to the queue, and reports whether there was room.
func (q *lookupQueue) join(w *waitingToken) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) >= q.room || q.clients[w.client] >= q.roomOfClient {
		return false
	}
	q.waiting = append(q.waiting, w)
	q.clients[w.client]++
	if q.running < q.atOnce {
		q.running++
		go q.run()
	}
	return true
}

// leave removes a token from the queue, if it is still there.
func (q *lookupQueue) leave(w *waitingToken) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if at := slices.Index(q.waiting, w); at >= 0 {
		q.remove(at, at+1)
	}
}

// remove removes some tokens from the queue.
func (q *lookupQueue) remove(from, to int) {
	for _, w := range q.waiting[from:to] {
		if q.clients[w.client]--; q.clients[w.client] == 0 {
			delete(q.clients, w.client)
		}
	}
	q.waiting = slices.Delete(q.waiting, from, to)
}

// run looks up the tokens that wait until there are none.
func (q *lookupQueue) run() {
	for q.more() {
		_ = q.rate.Wait(context.Background()) // without a deadline it never fails
		if tokens := q.take(); len(tokens) > 0 {
			q.lookUp(tokens)
		}
	}
}

// more reports whether tokens wait. If none does, one of those who run ends.
func (q *lookupQueue) more() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) > 0 {
		return true
	}
	q.running--
	return false
}

// take removes the first tokens from the queue, if they have not all left.
func (q *lookupQueue) take() []*waitingToken {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.waiting), tokensPerLookup)
	taken := slices.Clone(q.waiting[:n])
	q.remove(0, n)
	return taken
}

// lookUp looks tokens up in one statement and wakes those who wait for them.
func (q *lookupQueue) lookUp(tokens []*waitingToken) {
	ctx, cancel := context.WithTimeout(context.Background(), lookupWithin)
	defer cancel()
	digests := make([][32]byte, len(tokens))
	for i, w := range tokens {
		digests[i] = w.digest
	}
	found, err := q.find(ctx, digests)
	byDigest := make(map[[32]byte]*storage.TokenOwner, len(found))
	for _, owner := range found {
		byDigest[[32]byte(owner.Digest)] = owner
	}
	for _, w := range tokens {
		if w.owner, w.err = byDigest[w.digest], err; w.owner == nil && err == nil {
			w.err = fault.NotFound("token")
		}
		close(w.done)
	}
}
