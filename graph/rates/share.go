package rates

import "github.com/google/uuid"

// Share is a part of the portfolios. Nodes share a sweep: each of several jobs handles the portfolios of its share. The zero Share
// has all.
type Share struct {
	Part  int `json:"part,omitzero"`  // from 0
	Parts int `json:"parts,omitzero"` // of how many
}

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
