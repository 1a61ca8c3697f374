package scim

import (
	"context"
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model/fault"
)

// The bounds of reliability S8 at this door: how many tokens that may be invented are looked up in a second, of one network and of
// all.
const (
	lookupsOfNetwork = 5
	lookupsOfNode    = 10
	rememberedTokens = 10_000
	unknownFor       = 4 * time.Second
)

// guesses bound what invented tokens cost the database. One that was good before is always looked up, since nobody can invent it.
type guesses struct {
	good     *lru.Cache[[32]byte, struct{}]
	unknown  *lru.Cache[[32]byte, time.Time] // and when they were looked up
	networks *rates.Rates[netip.Addr]
	node     *rates.Rates[struct{}]
	now      func() time.Time
}

func newGuesses(now func() time.Time) *guesses {
	good, _ := lru.New[[32]byte, struct{}](rememberedTokens) // only a size below 1 is refused
	unknown, _ := lru.New[[32]byte, time.Time](rememberedTokens)
	return &guesses{
		good: good, unknown: unknown, now: now,
		networks: rates.New[netip.Addr](lookupsOfNetwork, time.Second, now),
		node:     rates.New[struct{}](lookupsOfNode, time.Second, now),
	}
}

// admit returns nil for a token that may be looked up. `unauthorized` for one that was unknown a moment ago, `unavailable` while too
// many are tried.
func (g *guesses) admit(ctx context.Context, digest [32]byte) error {
	if g.good.Contains(digest) {
		return nil
	}
	if at, ok := g.unknown.Get(digest); ok && g.now().Sub(at) < unknownFor {
		return unknownToken()
	}
	if _, ok := g.networks.Spend(engine.NetworkOf(ctx), 1); ok {
		if _, ok = g.node.Spend(struct{}{}, 1); ok {
			return nil
		}
	}
	return fault.New(fault.CodeUnavailable, "The token cannot be checked at the moment; come again shortly.")
}

// learn keeps what a look-up has found.
func (g *guesses) learn(digest [32]byte, err error) {
	switch {
	case err == nil:
		g.good.Add(digest, struct{}{})
	case fault.CodeOf(err) == fault.CodeNotFound:
		g.good.Remove(digest)
		g.unknown.Add(digest, g.now())
	}
}
