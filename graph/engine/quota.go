package engine

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

const (
	// usageKnownFor is how long a node relies on what it has read of a portfolio's usage. It adds its own writes to that.
	usageKnownFor = 10 * time.Second
	// usageTrusted is the share of a quota up to which it does. Other nodes add less than the rest in that time.
	usageTrusted = 0.9
	// usagesKnown bounds the memory that portfolios use.
	usagesKnown = 10_000
)

// quotas decides whether a portfolio may have more.
type quotas struct {
	defaults model.Quotas
	known    *lru.Cache[uuid.UUID, knownUsage]
}

// knownUsage is what was read at a time, and what this node has added since.
type knownUsage struct {
	used   model.Usage
	quotas model.Quotas
	at     time.Time
}

func newQuotas(defaults model.Quotas) *quotas {
	known, err := lru.New[uuid.UUID, knownUsage](usagesKnown)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &quotas{defaults: defaults, known: known}
}

// AddBytes counts bytes of files that the operation adds to the portfolio.
func (r *Request) AddBytes(added model.Usage) { r.bytes = r.bytes.Plus(added) }

// check returns `quota_exceeded` if a mutation that is done made the portfolio larger than it may be; it is then rolled
// back. Far below the quota it costs a statement in usageKnownFor. A node without any quota never asks, not even for a
// portfolio's own.
func (q *quotas) check(ctx context.Context, tx *storage.Tx, r *Request) error {
	added := r.bytes
	added.Records = int64(tx.Added())
	if added == (model.Usage{}) || !q.defaults.BoundsPortfolio() {
		return nil
	}
	portfolio := r.Principal.PortfolioID
	known, ok := q.known.Get(portfolio)
	known.used = known.used.Plus(added)
	if age := time.Since(known.at); !ok || age > usageKnownFor || known.quotas.Share(known.used) > usageTrusted {
		u, err := tx.Usage(ctx, portfolio)
		if err != nil {
			return err
		}
		known = knownUsage{used: u.Used, quotas: u.Own.Or(q.defaults), at: time.Now()}
	}
	// A race loses what another transaction of this node added, at most until the next look.
	q.known.Add(portfolio, known)
	return known.quotas.Check(known.used, added)
}
