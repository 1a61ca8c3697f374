package engine

import (
	"context"
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// The bounds of reliability S8. A look-up is one statement, of up to tokensPerLookup tokens. At most 100 look-ups of
// tokens that may be invented start in any second, and at most 4 of all look-ups run at once. The reasons of the
// figures are in docs/dev/decisions/tokens.md.
const (
	lookupsPerSecond = 10 // in a flood: 500 tokens a second
	lookupBurst      = 90
	firstLookups     = 1               // at once
	againLookups     = 3               // at once
	waitingTokens    = 400             // 0.8 s
	waitingOfClient  = 250             // fewer than all: no client alone leaves no room for others
	firstPatience    = 2 * time.Second // more than the queue needs, for moments when the machine stands still
	againPatience    = 3 * time.Second

	unknownTTL    = 4 * time.Second
	unknownTokens = 10_000
	knownTokens   = 100_000
)

// lookups asks the database about tokens that are not in the cache of callers, within bounds that no flood of invented
// tokens can exceed. A token that was good before has a queue of its own, since nobody can invent one: its requests never
// wait behind a flood.
type lookups struct {
	good    *lru.Cache[[32]byte, struct{}]  // those that were good when last looked up
	unknown *lru.Cache[[32]byte, time.Time] // those that were not found, and when
	again   *lookupQueue                    // of those that were good
	first   *lookupQueue                    // of all others
}

func newTokenLookups(find findTokens) *lookups {
	good, err := lru.New[[32]byte, struct{}](knownTokens)
	if err != nil {
		panic(err) // only for a size below 1
	}
	unknown, err := lru.New[[32]byte, time.Time](unknownTokens)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &lookups{
		good: good, unknown: unknown,
		again: newLookupQueue(find, lookupLimits{
			atOnce: againLookups, rate: rate.NewLimiter(rate.Inf, 0), patience: againPatience,
			room: knownTokens, roomOfClient: knownTokens,
		}),
		first: newLookupQueue(find, lookupLimits{
			atOnce: firstLookups, rate: rate.NewLimiter(lookupsPerSecond, lookupBurst), patience: firstPatience,
			room: waitingTokens, roomOfClient: waitingOfClient,
		}),
	}
}

// owner finds a token. The error is `not_found` for a token that does not exist, or did not within the last unknownTTL,
// and `unavailable` if it cannot be looked up now.
func (l *lookups) owner(ctx context.Context, digest [32]byte) (*storage.TokenOwner, error) {
	if at, ok := l.unknown.Get(digest); ok && time.Since(at) < unknownTTL {
		return nil, fault.NotFound("token")
	}
	queue := l.first
	if l.good.Contains(digest) {
		queue = l.again
	}
	owner, err := queue.owner(ctx, digest)
	l.learn(digest, owner, err)
	return owner, err
}

// learn keeps the result of a look-up, and counts it.
func (l *lookups) learn(digest [32]byte, owner *storage.TokenOwner, err error) {
	result := "failed"
	switch {
	case err == nil && owner.Usable(time.Now()):
		result = "good"
		l.good.Add(digest, struct{}{})
	case err == nil:
		result = "ended"
		l.good.Remove(digest)
	case fault.CodeOf(err) == fault.CodeNotFound:
		result = "unknown"
		l.good.Remove(digest)
		l.unknown.Add(digest, time.Now())
	case errors.Is(err, errCrowded):
		result = "refused"
	}
	tokenLookups.WithLabelValues(result).Inc()
}
