package compliance_test

import (
	"math/big"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveCounts is what of a policy counts for a peril at a target.
type naiveCounts struct {
	row  *model.Limit // nil if there is none
	part *naiveMoney  // what of the row counts; nil if it is not known
}

// counts is "The limit of a policy" for a peril at a target.
func (j naiveJudge) counts(p naivePolicy, peril uuid.UUID, m naiveMode) naiveCounts {
	row := j.demand.ownLimit(p.version)
	if row == nil {
		return naiveCounts{}
	}
	return naiveCounts{row, j.part(p, row, peril, m)}
}

// part is what of a row counts at the target, rounded down; nil if it is not known.
func (j naiveJudge) part(p naivePolicy, row *model.Limit, peril uuid.UUID, m naiveMode) *naiveMoney {
	whole := naiveMoneyOf(row.Amount)
	// "perOccurrence and aggregate count whole at every target."
	if row.Kind != model.LimitKindTotal {
		return whole
	}
	part := new(big.Rat).Mul(whole.amount, j.share(whole, j.sharers(p, row, peril, m)))
	cents := new(big.Rat).Quo(big.NewRat(int64(j.leftOver(p, row, peril, m)), 1), naiveCents(whole.currency))
	return &naiveMoney{cents.Add(cents, naiveRound(part, whole.currency, false)), whole.currency}
}
