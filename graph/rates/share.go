package rates

import (
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// ErrMany says that a sweep has found more portfolios than are worth one job, and has left them to shares.
var ErrMany = errors.New("nodes are to share the portfolios")

// few is how many portfolios one job sweeps.
const few = 8

// Share is a part of the portfolios. Nodes share a sweep: each of several jobs handles the portfolios of its share. The zero Share
// has all.
type Share struct {
	Part  int `json:"part,omitzero"`  // from 0
	Parts int `json:"parts,omitzero"` // of how many
}

// Few is the share that has all portfolios if they are few, and else none.
func Few() Share { return Share{Parts: 1} }

// Shares are so many parts, which have each portfolio once.
func Shares(parts int) []Share {
	shares := make([]Share, parts)
	for i := range shares {
		shares[i] = Share{i, parts}
	}
	return shares
}

// Has reports whether the portfolio is in the share. The last byte of an id is random.
func (s Share) Has(portfolio uuid.UUID) bool {
	return s.Parts < 2 || int(portfolio[len(portfolio)-1])%s.Parts == s.Part
}

// Of returns the portfolios that are in the share. ErrMany, of Few.
func (s Share) Of(all []*model.Portfolio) (some []*model.Portfolio, err error) {
	if s == Few() && len(all) > few {
		return nil, ErrMany
	}
	for _, p := range all {
		if s.Has(p.ID) {
			some = append(some, p)
		}
	}
	return some, nil
}
