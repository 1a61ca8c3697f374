package model

import (
	"math/big"
	"slices"

	"github.com/google/uuid"
)

// limitOrder are the kinds of limits, the one that takes precedence first.
var limitOrder = []LimitKind{LimitKindPerOccurrence, LimitKindTotal, LimitKindAggregate}

// limitFor returns the limit of a policy for a coverage type: that of the type; else of an umbrella that of
// umbrellaExcess; else, of an umbrella and of a policy with a single coverage type, the one without a type. nil if none.
func limitFor(coverageType uuid.UUID, v *PolicyVersion) *Limit {
	umbrella := isOfLayer(v, CoverageLayerUmbrella)
	limit := limitOf(&coverageType, v.Limits)
	if limit == nil && umbrella {
		limit = limitOf(&umbrellaExcess, v.Limits)
	}
	if limit == nil && (umbrella || len(v.CoverageTypeIDs) == 1) {
		limit = limitOf(nil, v.Limits)
	}
	return limit
}

// limitOf returns the limit of a coverage type, or without one, whose kind takes precedence; nil if none.
func limitOf(coverageType *uuid.UUID, limits []*Limit) *Limit {
	for _, kind := range limitOrder {
		i := slices.IndexFunc(limits, func(l *Limit) bool {
			return l.Kind == kind && orZero(l.CoverageType) == orZero(coverageType)
		})
		if i >= 0 {
			return limits[i]
		}
	}
	return nil
}

// limitAt returns how much of the policy's limit counts at a target; nil if it is not known. A blanket is shared among
// the targets that the policy covers, and with this one.
func (o *offer) limitAt(d *demand, t *target) *big.Int {
	switch {
	case o.limit == nil:
		return nil
	case !o.blanket:
		return o.limit.n
	}
	if o.shares == nil {
		o.shares = make([]*big.Int, len(d.targets))
	}
	if o.shares[t.index] == nil {
		o.shares[t.index] = o.share(d, t)
	}
	return o.shares[t.index]
}

// share returns a target's part of the blanket, rounded down: in proportion to what is required at each target that
// shares it; equally when that is not known of one of them, is of another currency, or is nothing at all.
func (o *offer) share(d *demand, of *target) *big.Int {
	sum, count, comparable := new(big.Int), int64(0), true
	for _, t := range d.targets {
		if t != of && !o.covers(t) {
			continue
		}
		count++
		amount := t.required.known()
		if amount == nil || amount.currency != o.limit.currency {
			comparable = false
			continue
		}
		sum.Add(sum, amount.n)
	}
	if !comparable || sum.Sign() == 0 {
		return new(big.Int).Quo(o.limit.n, big.NewInt(count))
	}
	part := new(big.Int).Mul(o.limit.n, of.required.known().n)
	return part.Quo(part, sum)
}
